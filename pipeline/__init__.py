"""De-identify tutoring dialogue: propose candidates, review each in context, redact or keep."""
