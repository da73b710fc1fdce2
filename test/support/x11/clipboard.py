"""Owns and reads the clipboard through GTK 3. Commands on stdin, one JSON object a line; one JSON answer each.

{"own": {"text/html": "<file>", ...}}     becomes the owner of these formats
{"read": "text/html"}                     -> {"data": "<base64>"} or {"data": null}
{"formats": true}                         -> {"formats": [...]}
"""

import base64
import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
window = Gtk.Window()
window.realize()
owned = {}


def say(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def give(_widget, data, _info, _time):
    data.set(data.get_target(), 8, owned[data.get_target().name()])


def own(formats):
    owned.clear()
    for name, path in formats.items():
        with open(path, "rb") as file:
            owned[name] = file.read()
    Gtk.selection_clear_targets(window, Gdk.SELECTION_CLIPBOARD)
    for i, name in enumerate(owned):
        Gtk.selection_add_target(window, Gdk.SELECTION_CLIPBOARD, Gdk.Atom.intern(name, False), i)
    say({"owned": Gtk.selection_owner_set(window, Gdk.SELECTION_CLIPBOARD, Gdk.CURRENT_TIME)})


def got(_clipboard, selection):
    data = selection.get_data()
    say({"data": None if selection.get_length() < 0 else base64.b64encode(data).decode()})


def got_formats(_clipboard, atoms, *_):
    say({"formats": [atom.name() for atom in (atoms or [])]})


def handle(line):
    command = json.loads(line)
    if "own" in command:
        own(command["own"])
    elif "read" in command:
        clipboard.request_contents(Gdk.Atom.intern(command["read"], False), got)
    else:
        clipboard.request_targets(got_formats)


def listen():
    for line in sys.stdin:
        GLib.idle_add(handle, line)
    GLib.idle_add(Gtk.main_quit)


window.connect("selection-get", give)
threading.Thread(target=listen, daemon=True).start()
say({"ready": True})
Gtk.main()
