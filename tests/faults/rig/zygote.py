"""Imports everything once and forks a fresh pit process for each life, so that a thousand kills take minutes.

Speaks lines on its standard streams: `url port hasty` in, the process id of the new child out.
"""

import os
import signal
import sys

from tests.faults.rig.child import main as live


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        url, port, hasty = line.split()
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            status = 1
            try:
                live(url, int(port), hasty == "1")
                status = 0
            finally:
                os._exit(status)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
