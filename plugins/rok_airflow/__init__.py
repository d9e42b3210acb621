"""What the DAGs are built from: settings, assets, vocabulary, and tasks that run commands."""
