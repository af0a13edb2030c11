"""Each step from one version of the storage to the next, as an Alembic revision.

A step is never changed once it is out, so it names its tables and columns itself instead of using
those of `schema`, which are the newest.
"""
