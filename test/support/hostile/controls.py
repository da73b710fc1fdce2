"""A GTK 3 window of buttons that does as it is told between a look and an action, and says every press.

usage: controls.py TITLE [COUNT]   (COUNT: that many controls and words, in a list that scrolls)

Lines on stdin, as JSON: `window` [x, y]; `buttons` [{id, name, x, y, enabled}], whose absent ones are destroyed;
`dialog` {x, y, w, h, popup} or null; `scroll` 0..1. Each is answered with {"done": true} when it is on the screen.
"""
import json
import sys

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('Gdk', '3.0')
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

SIZE = (640, 420)
WAIT_MS = 600


def say(**words):
    print(json.dumps(words), flush=True)


window = Gtk.Window(title=sys.argv[1])
window.set_decorated(False)
window.set_default_size(*SIZE)
window.add_events(Gdk.EventMask.BUTTON_PRESS_MASK)
window.connect('button-press-event', lambda _, event: on_ground(event))
window.connect('destroy', Gtk.main_quit)
place = Gtk.Fixed()
buttons = {}
dialog = None


def pressed(id, name, event):
    if event.type == Gdk.EventType.BUTTON_PRESS:
        say(pressed=id, name=name, button=event.button)
    return False


def on_ground(event):
    # A button lets presses of the right button through to its window.
    return pressed('the ground', '', event) if Gtk.get_event_widget(event) is window else False


def make(id, name):
    one = Gtk.Button(label=name)
    one.connect('button-press-event', lambda self, event: pressed(id, self.get_label(), event))
    one.connect('clicked', lambda self: say(clicked=id, name=self.get_label()))
    return one


def place_buttons(wanted):
    for id in set(buttons) - {one['id'] for one in wanted}:
        buttons.pop(id).destroy()
    for one in wanted:
        button = buttons.get(one['id'])
        if not button:
            button = buttons[one['id']] = make(one['id'], one['name'])
            button.set_size_request(140, 44)
            place.put(button, one['x'], one['y'])
            button.show()
        if button.get_label() != one['name']:
            button.set_label(one['name'])
        button.set_sensitive(one['enabled'])
        place.move(button, one['x'], one['y'])


def place_dialog(wanted):
    global dialog
    if dialog:
        dialog.destroy()
        dialog = None
    if not wanted:
        return
    kind = Gtk.WindowType.POPUP if wanted['popup'] else Gtk.WindowType.TOPLEVEL
    dialog = Gtk.Window(type=kind, title='Really?', decorated=False)
    dialog.set_keep_above(True)
    dialog.set_default_size(wanted['w'], wanted['h'])
    dialog.resize(wanted['w'], wanted['h'])
    dialog.add(make('the dialog', 'Delete all'))
    dialog.move(wanted['x'], wanted['y'])
    dialog.show_all()
    dialog.move(wanted['x'], wanted['y'])


def is_at(one, x, y):
    inside = one.get_window()
    if not inside or not one.get_mapped():
        return False
    _, left, top = inside.get_origin()
    return (left, top) == (x, y)


def settled(words, left):
    """Answers when the windows are where they were told to be, or will not go there."""
    at = [] if 'window' not in words else [(window, *words['window'])]
    if dialog and words.get('dialog'):
        at.append((dialog, words['dialog']['x'], words['dialog']['y']))
    if left > 0 and not all(is_at(*one) for one in at):
        GLib.timeout_add(10, lambda: settled(words, left - 10))
        return False
    window.get_display().sync()
    # One turn of the loop later it is drawn, and said over the bus.
    GLib.timeout_add(30, lambda: (say(done=True), False)[1])
    return False


def command(channel, _condition):
    line = channel.readline()
    if not line:
        Gtk.main_quit()
        return False
    words = json.loads(line)
    if 'buttons' in words:
        place_buttons(words['buttons'])
    if 'window' in words:
        window.move(*words['window'])
    if 'dialog' in words:
        place_dialog(words['dialog'])
    if 'scroll' in words:
        bar = pane.get_vadjustment()
        bar.set_value(bar.get_lower() + words['scroll'] * (bar.get_upper() - bar.get_page_size()))
    settled(words, WAIT_MS)
    return True


pane = Gtk.ScrolledWindow()
if len(sys.argv) > 2:
    rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for i in range(int(sys.argv[2]) // 5):
        row = Gtk.Box()
        row.add(make(f'b{i}', f'Row {i}'))
        for word in ('name', 'size', 'kind', 'date'):
            row.add(Gtk.Label(label=f'{word} {i}'))
        rows.add(row)
    pane.add(rows)
    window.add(pane)
else:
    window.add(place)
GLib.io_add_watch(sys.stdin, GLib.IO_IN, command)
window.show_all()
GLib.timeout_add(400, lambda: (say(done=True), False)[1])
Gtk.main()
