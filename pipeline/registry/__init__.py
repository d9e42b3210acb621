"""The registry: cascades as MLflow model versions, and the aliases that say which one serves."""
