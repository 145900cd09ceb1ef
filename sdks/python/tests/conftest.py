"""The fixtures of the package itself, as its users get them."""

pytest_plugins = ["askwell.testing.plugin"]
