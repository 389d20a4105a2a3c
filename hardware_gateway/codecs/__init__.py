"""Sans-I/O codecs: bytes in, typed events out; commands in, bytes out."""
