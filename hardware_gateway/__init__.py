"""Hardware gateway: the process between the devices of a pit and the server."""
