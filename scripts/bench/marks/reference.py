"""Walks a program's whole tree by the reference library each time a line comes, and says how long it took."""
import json
import sys
import time

import pyatspi


def walk(node, depth):
    node.getRole()
    node.name
    node.getState().getStates()
    try:
        node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    except NotImplementedError:
        pass
    if depth < 40:
        for child in node:
            if child is not None:
                walk(child, depth + 1)


for _line in sys.stdin:
    for program in pyatspi.Registry.getDesktop(0):
        if program is not None and program.get_process_id() == int(sys.argv[1]):
            # What it remembers of the last walk would not be a reading.
            program.clear_cache()
            start = time.perf_counter()
            for frame in program:
                walk(frame, 0)
            print(json.dumps({'ms': (time.perf_counter() - start) * 1000}), flush=True)
            break
