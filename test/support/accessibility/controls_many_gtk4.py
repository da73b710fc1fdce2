"""A maximised GTK 4 window of many buttons. usage: controls_many_gtk4.py TITLE COUNT"""
import json
import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gio, GLib, Gtk


def build(app):
    window = Gtk.ApplicationWindow(application=app, title=sys.argv[1])
    window.maximize()
    grid = Gtk.Grid(row_spacing=4, column_spacing=4)
    for i in range(int(sys.argv[2])):
        grid.attach(Gtk.Button(label=f'Button {i}'), i % 10, i // 10, 1, 1)
    window.set_child(grid)
    window.present()
    GLib.timeout_add(800, lambda: (print(json.dumps({'ready': True}), flush=True), False)[1])


app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect('activate', build)
app.run()
