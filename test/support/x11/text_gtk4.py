"""A GTK 4 window with one text field. Prints {"text": ...} when the text changes; a line on stdin clears it."""
import json
import sys

import gi

gi.require_version('Gtk', '4.0')
from gi.repository import Gio, GLib, Gtk


def say(**words):
    print(json.dumps(words), flush=True)


def build(app):
    window = Gtk.ApplicationWindow(application=app, title=sys.argv[1])
    window.set_default_size(600, 80)
    entry = Gtk.Entry()
    entry.connect('changed', lambda one: say(text=one.get_text()))
    window.set_child(entry)
    window.connect('notify::is-active', lambda one, _: say(focused=one.is_active()))

    def listen(channel, _condition):
        if not channel.readline():
            app.quit()
            return False
        entry.set_text('')
        say(cleared=True)
        return True

    GLib.io_add_watch(sys.stdin, GLib.IO_IN, listen)
    window.present()
    entry.grab_focus()


app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect('activate', build)
app.run()
