"""Encoders: what turns a dialogue into one vector a token, for both stages of the cascade."""
