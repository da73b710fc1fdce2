"""An independent reading of a program's accessibility tree, by the reference library: one JSON list on stdout.

usage: oracle.py PID
"""
import json
import sys

import pyatspi

DEPTH = 40


def extents(node):
    try:
        box = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
        return [box.x, box.y, box.width, box.height]
    except NotImplementedError:
        return None


def actions(node):
    try:
        face = node.queryAction()
        return [face.getName(i) for i in range(face.nActions)]
    except NotImplementedError:
        return []


def read(node, depth, scrollers, hidden, found):
    states = [pyatspi.stateToString(one) for one in node.getState().getStates()]
    box = extents(node)
    role = node.getRoleName()
    offered = actions(node)
    entry = {
        'role': role,
        'name': node.name,
        'states': states,
        'extents': box,
        'actions': offered,
        'scrollers': scrollers,
        'parent': node.parent.getRoleName() if node.parent else '',
        'hidden': hidden,
    }
    found.append(entry)
    if role in ('scroll pane', 'viewport', 'document web') or any(one.startswith('scroll') for one in offered):
        scrollers = scrollers + [box]
    if depth < DEPTH:
        for child in node:
            if child is not None:
                read(child, depth + 1, scrollers, hidden or 'showing' not in states, found)


for program in pyatspi.Registry.getDesktop(0):
    if program is not None and program.get_process_id() == int(sys.argv[1]):
        nodes = []
        for frame in program:
            read(frame, 0, [], False, nodes)
        print(json.dumps(nodes))
        break
else:
    print('[]')
