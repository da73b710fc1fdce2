"""A GTK 3 window with a few controls at known places. Prints {"controls": {name: [x, y, w, h]}} in root pixels when it is
shown and after each command, and {"did": name} when a control is used. Commands on stdin: `move NAME X Y`, `hide NAME`,
`show NAME`, `disable NAME`, `enable NAME`, `rename NAME LABEL`, `where`."""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402


def say(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


Gtk.Settings.get_default().set_property("gtk-cursor-blink", False)
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
window = Gtk.Window(title=sys.argv[1])
window.set_default_size(700, 320)
window.move(int(sys.argv[2]), int(sys.argv[3]))
fixed = Gtk.Fixed()
window.add(fixed)
controls = {}


def add(name, widget, x, y, width):
    widget.set_size_request(width, 40)
    fixed.put(widget, x, y)
    controls[name] = widget


def button(name, x, y):
    widget = Gtk.Button(label=name)
    widget.connect("clicked", lambda _: say({"did": name}))
    add(name, widget, x, y, 120)


button("Save", 20, 20)
button("Open", 200, 20)
button("Undo", 380, 20)
controls["Undo"].set_sensitive(False)
button("Remove", 20, 220)
check = Gtk.CheckButton(label="Wrap")
check.connect("toggled", lambda widget: say({"did": "Wrap", "on": widget.get_active()}))
add("Wrap", check, 20, 90, 160)
entry = Gtk.Entry()
entry.set_text("old")
entry.get_accessible().set_name("Name")
entry.connect("changed", lambda widget: say({"did": "Name", "text": widget.get_text()}))
add("Name", entry, 200, 90, 250)
secret = Gtk.Entry()
secret.set_visibility(False)
secret.set_text("hunter2")
secret.get_accessible().set_name("Secret")
add("Secret", secret, 200, 150, 250)


def tell():
    places = {}
    _, left, top = fixed.get_window().get_origin()
    for name, widget in controls.items():
        if widget.get_mapped():
            box = widget.get_allocation()
            places[name] = [left + box.x, top + box.y, box.width, box.height]
    say({"controls": places})
    return False


def obey(line):
    words = line.split()
    if words[0] == "move":
        fixed.move(controls[words[1]], int(words[2]), int(words[3]))
    if words[0] == "hide":
        controls[words[1]].hide()
    if words[0] == "disable":
        controls[words[1]].set_sensitive(False)
    if words[0] == "enable":
        controls[words[1]].set_sensitive(True)
    if words[0] == "show":
        controls[words[1]].show()
    if words[0] == "rename":
        controls[words[1]].set_label(words[2])
    # After the next layout.
    GLib.timeout_add(50, tell)
    return False


def listen():
    for line in sys.stdin:
        GLib.idle_add(obey, line.strip())


window.connect("destroy", Gtk.main_quit)
window.show_all()
GLib.timeout_add(200, tell)
threading.Thread(target=listen, daemon=True).start()
Gtk.main()
