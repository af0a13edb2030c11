"""Notifications: in the page, by e-mail, by webhook."""
