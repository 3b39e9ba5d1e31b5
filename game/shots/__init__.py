"""Pictures of every screen in its important states, from fixed seeds and without a display (`main.py shots`).

`catalogue` names them all. Screens without a table are made in `screens`; the hands of the others are described in
`assets/shots.toml`, dealt by `deals`, shown by `tables`.
"""
