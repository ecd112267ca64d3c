"""The service: pyengine over HTTP, and the page that people use in a browser."""
