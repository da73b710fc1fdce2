"""A GTK 3 window of controls that says what happens to them, one JSON object a line.

Lines on stdin: `rename OLD NEW`, `remove NAME`, `disable NAME`, `move X Y`.
"""
import json
import sys

import gi

gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk


def say(**words):
    print(json.dumps(words), flush=True)


window = Gtk.Window(title=sys.argv[1])
window.set_default_size(420, 320)
window.connect('destroy', Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
window.add(box)
buttons = {}
row = Gtk.Box(spacing=4)
box.add(row)
for name in ('Alpha', 'Beta', 'Greyed', 'Delta'):
    button = Gtk.Button(label=name)
    button.connect('clicked', lambda one: say(clicked=one.get_label()))
    row.add(button)
    buttons[name] = button
buttons['Greyed'].set_sensitive(False)
check = Gtk.CheckButton(label='Check')
check.connect('toggled', lambda one: say(clicked='Check'))
box.add(check)
entry = Gtk.Entry()
entry.get_accessible().set_name('Field')
entry.connect('changed', lambda one: say(text=one.get_text()))
box.add(entry)
secret = Gtk.Entry(visibility=False, text='hidden words')
secret.get_accessible().set_name('Secret')
box.add(secret)
scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
scale.get_accessible().set_name('Scale')
scale.connect('value-changed', lambda one: say(value=one.get_value()))
box.add(scale)
combo = Gtk.ComboBoxText()
for name in ('One', 'Two', 'Three'):
    combo.append_text(name)
combo.set_active(0)
combo.connect('changed', lambda one: say(chosen=one.get_active_text()))
box.add(combo)
# Half of the third of these is scrolled out of sight.
pane = Gtk.ScrolledWindow(min_content_height=70)
inside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
pane.add(inside)
for name in ('First', 'Second', 'Third', 'Fourth', 'Fifth'):
    button = Gtk.Button(label=name)
    button.connect('clicked', lambda one: say(clicked=one.get_label()))
    inside.add(button)
box.add(pane)
# A page that was shown once and is hidden now.
stack = Gtk.Stack()
for name in ('Shown', 'Hidden'):
    stack.add_named(Gtk.Button(label=name), name)
box.add(stack)


def command(channel, _condition):
    verb, *rest = channel.readline().split()
    if verb == 'rename':
        buttons[rest[0]].set_label(rest[1])
    if verb == 'remove':
        row.remove(buttons[rest[0]])
    if verb == 'disable':
        buttons[rest[0]].set_sensitive(False)
    if verb == 'move':
        window.move(int(rest[0]), int(rest[1]))
    say(done=verb)
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN, command)
if len(sys.argv) > 3:
    window.move(int(sys.argv[2]), int(sys.argv[3]))
window.show_all()
GLib.timeout_add(400, lambda: (say(ready=True), False)[1])
Gtk.main()
