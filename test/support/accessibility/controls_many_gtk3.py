"""A maximised GTK 3 window of many buttons. usage: controls_many_gtk3.py TITLE COUNT"""
import json
import sys

import gi

gi.require_version('Gtk', '3.0')
from gi.repository import GLib, Gtk

window = Gtk.Window(title=sys.argv[1])
window.maximize()
grid = Gtk.Grid(row_spacing=4, column_spacing=4)
for i in range(int(sys.argv[2])):
    grid.attach(Gtk.Button(label=f'Button {i}'), i % 10, i // 10, 1, 1)
window.add(grid)
window.connect('destroy', Gtk.main_quit)
window.show_all()
GLib.timeout_add(800, lambda: (print(json.dumps({'ready': True}), flush=True), False)[1])
Gtk.main()
