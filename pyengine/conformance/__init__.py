"""Other engines against the scenarios: a protocol of JSON lines, a comparison, and a report by rule and by card."""
