"""The parts of the LAN: the search for tables, the sheet of the lobby, and the table screen for a match of several."""
