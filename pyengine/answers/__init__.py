"""Answers: verdicts, outcomes and events, and how they are worded and shown."""
