"""Schema, migrations, database (one writer), journal and search index."""
