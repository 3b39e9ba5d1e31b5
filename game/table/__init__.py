"""Pictures and input of the table: what `game.scenes.table` is put together from. Places come from `game.layout`."""
