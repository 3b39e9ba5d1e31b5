"""Finding tables: packets, the list, and real datagrams on this machine's cards."""

from __future__ import annotations

import socket
import time
from dataclasses import replace

import pytest

from net.beacon import Beacon, Finder, broadcast_addresses, own_addresses
from net.discovery import (
    ASK_EVERY,
    GONE_AFTER,
    HURRIED_FOR,
    HURRY_EVERY,
    MAX_TABLES,
    PACKET,
    QUESTION,
    FoundTables,
    Offer,
    answer,
    is_question,
    read_answer,
)  # fmt: skip
from net.lan import self_test
from net.schema import Phase
from net.wire import ProtocolError
from rules.bots import seeded_chooser
from tests.net.scale import scaled

OFFER = Offer("ab" * 16, "周五家庭局", "wuhan", Phase.LOBBY, 1, 3, True, 1, "0.1.0", "f" * 64, 27960, True)


def test_an_answer_is_read_back_and_is_as_long_as_the_question() -> None:
    assert read_answer(answer(OFFER)) == OFFER
    longest = replace(OFFER, name="周" * 24, variant="v" * 32, build="b" * 24)
    assert len(answer(longest)) == len(answer(OFFER)) == len(QUESTION) == PACKET
    assert read_answer(answer(longest)) == longest


def test_names_of_strangers_are_cleaned() -> None:
    assert read_answer(answer(replace(OFFER, name="a\u202eb\x1b"))).name == "ab"


def test_nonsense_is_ignored() -> None:
    found, chance, good = FoundTables(), seeded_chooser(b"packets", 1), answer(OFFER)
    for _ in range(scaled(5000)):
        data = bytearray(good)
        for _ in range(1 + chance(4)):
            data[chance(120)] = chance(256)
        try:
            read_answer(bytes(data))
        except ProtocolError:
            found.heard(bytes(data), "10.0.0.1", 0.0)
    assert found.tables(0.0) == ()
    assert not is_question(QUESTION[:-1])
    assert not is_question(b"SIFANG?1")


def test_a_table_on_two_networks_is_listed_once_with_both_addresses() -> None:
    found = FoundTables()
    found.asked(1.0)
    found.heard(answer(OFFER), "192.168.1.5", 1.01)
    found.heard(answer(replace(OFFER, free=0)), "10.0.0.5", 1.02)
    (table,) = found.tables(1.1)
    assert table.address == "192.168.1.5"
    assert table.addresses == ("192.168.1.5", "10.0.0.5")
    assert table.offer.free == 0
    assert found.tables(1.03 + GONE_AFTER) == ()


class Radio:
    """A network that loses so many questions and answers in a hundred; a search, and the table that answers it."""

    def __init__(self, loss: int, seed: int) -> None:
        self.found, self.now, self.questions = FoundTables(), 0.0, 0
        self.there = True
        self._loss, self._chance = loss, seeded_chooser(b"radio", seed)

    def listed(self, seconds: float) -> list[bool]:
        """Whether the table is in the list, looked at fifty times a second."""
        looks = []
        for _ in range(round(seconds * 50)):
            self.now += 0.02
            if self.found.wants_question(self.now):
                self.found.asked(self.now)
                self.questions += 1
                if self.there and min(self._chance(100), self._chance(100)) >= self._loss:
                    self.found.heard(answer(OFFER), "10.0.0.1", self.now)
            looks.append(bool(self.found.tables(self.now)))
        return looks


@pytest.mark.parametrize(("loss", "most"), [(0, 0), (30, 0), (50, 3)])
def test_a_table_is_found_within_three_seconds_and_stays_although_packets_are_lost(loss: int, most: int) -> None:
    """Of a hundred searches; `most` may fail where both ways lose half of everything."""
    radios = [Radio(loss, seed) for seed in range(100)]
    assert sum(not radio.listed(3.0)[-1] for radio in radios) <= most
    assert sum(not all(radio.listed(10.0)) for radio in radios if radio.found.tables(radio.now)) <= most


def test_where_nothing_is_lost_there_are_few_questions() -> None:
    radio = Radio(0, 1)
    radio.listed(HURRIED_FOR)
    assert radio.questions <= HURRIED_FOR / HURRY_EVERY + 1
    before = radio.questions
    radio.listed(30.0)
    assert radio.questions - before <= 30.0 / ASK_EVERY + 1


def test_a_table_that_has_gone_leaves_the_list_and_is_asked_for_no_more() -> None:
    radio = Radio(0, 1)
    assert radio.listed(10.0)[-1]
    radio.there = False
    assert not radio.listed(GONE_AFTER + ASK_EVERY)[-1]
    before = radio.questions
    radio.listed(15.0)
    assert radio.questions - before <= 15.0 / ASK_EVERY + 1


def test_the_list_is_bounded() -> None:
    found = FoundTables()
    for number in range(100):
        found.heard(answer(replace(OFFER, table=f"{number:032}")), "10.0.0.1", 0.0)
    assert len(found.tables(0.0)) == MAX_TABLES


def test_two_tables_on_one_machine_are_found_once_each() -> None:
    first = Beacon(0)
    port = first._socket.getsockname()[1]
    beacons = [first, Beacon(port)]
    offers = [OFFER, replace(OFFER, table="cd" * 16, name="b")]
    finder = Finder(port)
    end = time.monotonic() + 60.0
    tables: tuple[object, ...] = ()
    while len(tables) < 2 and time.monotonic() < end:
        tables = finder.poll(time.monotonic())
        for beacon, offer in zip(beacons, offers, strict=True):
            beacon.poll(time.monotonic(), lambda offer=offer: offer)  # type: ignore[misc]
        time.sleep(0.005)
    for beacon in beacons:
        beacon.close()
    finder.close()
    assert len(tables) == 2


def test_every_card_is_asked() -> None:
    assert own_addresses()
    assert broadcast_addresses()


def test_the_self_test_names_a_port_that_is_taken() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        findings = {finding.test: finding for finding in self_test(port)}
    assert not findings["game_port"].ok
    assert str(port) in findings["game_port"].detail
    assert {finding.test for finding in self_test(port)} == {"addresses", "game_port", "discovery"}


@pytest.mark.parametrize("flood", [100])
def test_a_beacon_answers_one_address_a_few_times_a_second_only(flood: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.bind(("127.0.0.1", 0))
        asker.setblocking(False)
        beacon = Beacon(0)
        port = beacon._socket.getsockname()[1]
        for _ in range(flood):
            asker.sendto(QUESTION, ("127.0.0.1", port))
        for _ in range(10):
            beacon.poll(1.0, lambda: OFFER)
        answers = 0
        while True:
            try:
                asker.recv(2048)
            except BlockingIOError:
                break
            answers += 1
        beacon.close()
    assert 1 <= answers <= 10
