"""What is left of a match: records, their index, the replay, the history of a player and what it adds up to.

`recorded` reads a record of any kind, `tape` folds one hand of it to any moment; `index` knows all records without
reading them twice, `keeping` names, exports, imports and deletes them; `history` and `summary` are the statistics.
"""
