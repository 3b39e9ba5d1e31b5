"""The front end: one window, scenes, pictures, sounds and words; it draws what a link tells and computes no rule.

`app` and `window` own the frame loop and the window, `scene` the stack of screens, `services` what every screen gets.
Never here: zmq, the engine's round, steps and options. A text that people read is never inline: see `strings`.
"""

VERSION = "0.1.0"
