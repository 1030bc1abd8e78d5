"""Self-play learning of the networks that the bots play with."""
