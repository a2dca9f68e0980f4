"""Clients of the trading venue, the bot API and the market stream, and a receiver of webhooks: a module each."""

__version__ = "1.0.0"
