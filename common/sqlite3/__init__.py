"""Django's SQLite backend, except that writers queue in order of arrival."""
