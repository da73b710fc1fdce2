"""The same window in GTK 4. It also says where its controls are on its X window: GTK 4 tells nobody else.

usage: controls_gtk4.py TITLE [header]   (header: draws its own title bar and border)
"""
import json
import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gio, GLib, Gtk


def say(**words):
    print(json.dumps(words), flush=True)


named = {}
stack = Gtk.Stack()


def add(parent, name, widget):
    named[name] = widget
    parent.append(widget)


def button(parent, name):
    one = Gtk.Button(label=name)
    one.connect('clicked', lambda _: say(clicked=name))
    add(parent, name, one)
    return one


def build(app):
    window = Gtk.ApplicationWindow(application=app, title=sys.argv[1])
    window.set_default_size(420, 380)
    if len(sys.argv) > 2:
        window.set_titlebar(Gtk.HeaderBar())
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    row = Gtk.Box(spacing=4)
    box.append(row)
    for name in ('Alpha', 'Beta', 'Greyed', 'Delta'):
        button(row, name)
    named['Greyed'].set_sensitive(False)
    check = Gtk.CheckButton(label='Check')
    check.connect('toggled', lambda _: say(clicked='Check'))
    add(box, 'Check', check)
    # Everything in it is greyed out with it.
    group = Gtk.Box(sensitive=False)
    button(group, 'Inside')
    box.append(group)
    entry = Gtk.Entry(text='words')
    entry.connect('changed', lambda one: say(text=one.get_text()))
    add(box, 'Field', entry)
    add(box, 'Secret', Gtk.PasswordEntry())
    scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
    scale.connect('value-changed', lambda one: say(value=one.get_value()))
    add(box, 'Scale', scale)
    pane = Gtk.ScrolledWindow(min_content_height=75, max_content_height=75)
    inside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for name in ('First', 'Second', 'Third', 'Fourth', 'Fifth'):
        button(inside, name)
    pane.set_child(inside)
    box.append(pane)
    for name in ('Shown', 'Hidden'):
        page = Gtk.Button(label=name)
        page.connect('clicked', lambda _, clicked=name: say(clicked=clicked))
        named[name] = page
        stack.add_named(page, name)
    stack.set_visible_child_name('Hidden')
    box.append(stack)
    window.set_child(box)
    window.present()
    GLib.timeout_add(400, hide_page)
    GLib.timeout_add(1200, lambda: (say(ready=True, places=places(window)), False)[1])


def hide_page():
    stack.set_visible_child_name('Shown')
    return False


def places(window):
    """Of what can be seen of each control on the window's surface, in units of the program."""
    left, top = window.get_surface_transform()
    found = {}
    for name, widget in named.items():
        ok, area = widget.compute_bounds(window)
        if ok and widget.get_mapped():
            found[name] = [left + area.get_x(), top + area.get_y(), area.get_width(), area.get_height()]
    return found


app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect('activate', build)
app.run()
