"""`python -m hardware_gateway`."""

import sys

from hardware_gateway.cli import main

sys.exit(main())
