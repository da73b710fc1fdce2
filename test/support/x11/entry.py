"""A GTK 3 window with one text entry. Prints {"text": ...} whenever the text changes; a line on stdin clears it."""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
gi.require_version("GdkX11", "3.0")
from gi.repository import Gdk, GdkX11, GLib, Gtk  # noqa: E402


def say(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


# A still caret: pictures of a window at rest are all the same.
Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
window = Gtk.Window(title=sys.argv[1])
window.set_default_size(600, 80)
entry = Gtk.TextView() if "--many-lines" in sys.argv else Gtk.Entry()
window.add(entry)
buffer = entry.get_buffer()


def read():
    if isinstance(entry, Gtk.Entry):
        return entry.get_text()
    return buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), True)


(buffer if isinstance(entry, Gtk.TextView) else entry).connect("changed", lambda *_: say({"text": read()}))


def clear():
    if isinstance(entry, Gtk.Entry):
        entry.set_text("")
    else:
        buffer.set_text("")
    say({"cleared": True})


def listen():
    for _ in sys.stdin:
        GLib.idle_add(clear)
    GLib.idle_add(Gtk.main_quit)


def activate(*_):
    # With the server's own time no window manager takes it for stealing the focus. Asking for it needs property events.
    if not window.is_active():
        window.present_with_time(GdkX11.x11_get_server_time(window.get_window()))
    return not window.is_active()


window.add_events(Gdk.EventMask.PROPERTY_CHANGE_MASK)
GLib.timeout_add(200, activate)
window.connect("focus-in-event", lambda *_: say({"focused": True}))
window.connect("destroy", Gtk.main_quit)
window.show_all()
threading.Thread(target=listen, daemon=True).start()
Gtk.main()
