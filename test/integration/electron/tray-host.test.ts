import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findTrayHost } from '../../../main/electron/tray-host.ts';
import { selectionOwner } from '../../../main/electron/x11-selection.ts';
import { useDisplay as displayForTests } from '../../support/display.ts';

const display = displayForTests({ width: 800, height: 600 });
const env = () => ({ ...process.env, ...display().env });

/** Runs Python with GTK or GLib in the display's session until the test is over. */
function runPython(script: string): void {
  const child = spawn('/usr/bin/python3', ['-c', script], { env: env(), stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
}

/** Owns the older X11 tray's selection, as a panel does. */
const systemTray = `
import gi
gi.require_version('Gtk', '3.0'); gi.require_version('Gdk', '3.0')
from gi.repository import Gtk, Gdk
window = Gtk.Invisible(); window.realize()
Gdk.selection_owner_set(window.get_window(), Gdk.Atom.intern('_NET_SYSTEM_TRAY_S0', False), 0, True)
Gtk.main()
`;

/** A status-notifier watcher; whether a host is registered with it is the point. */
const watcher = (hasHost: boolean) => `
from gi.repository import Gio, GLib
xml = '''<node><interface name="org.kde.StatusNotifierWatcher">
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/></interface></node>'''
info = Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]
read = lambda *a: GLib.Variant('b', ${hasHost ? 'True' : 'False'})
def acquired(bus, name):
    bus.register_object('/StatusNotifierWatcher', info, None, read, None)
Gio.bus_own_name(Gio.BusType.SESSION, 'org.kde.StatusNotifierWatcher', 0, acquired, None, None)
GLib.MainLoop().run()
`;

describe('who shows tray icons', () => {
  it('nobody on a bare desktop, nor without any session', async () => {
    expect(await findTrayHost('linux', env())).toBe(false);
    expect(await findTrayHost('linux', { PATH: process.env['PATH'] })).toBe(false);
  });

  it('the owner of the X11 system tray', async () => {
    runPython(systemTray);
    await vi.waitFor(async () => expect(await findTrayHost('linux', env())).toBe(true), { timeout: 10_000 });
  });

  it('a status-notifier watcher that has a host', async () => {
    runPython(watcher(true));
    await vi.waitFor(async () => expect(await findTrayHost('linux', env())).toBe(true), { timeout: 10_000 });
  });

  it('not a watcher that nobody listens to', async () => {
    runPython(watcher(false));
    const owned = async () => {
      const { DBUS_SESSION_BUS_ADDRESS } = env();
      const args = [
        '--session',
        '--print-reply=literal',
        '--dest=org.freedesktop.DBus',
        '/',
        'org.freedesktop.DBus.NameHasOwner',
      ];
      const child = spawn('dbus-send', [...args, 'string:org.kde.StatusNotifierWatcher'], {
        env: { ...process.env, DBUS_SESSION_BUS_ADDRESS },
      });
      let text = '';
      for await (const chunk of child.stdout) text += chunk;
      return text;
    };
    await vi.waitFor(async () => expect(await owned()).toContain('true'), { timeout: 10_000 });
    expect(await findTrayHost('linux', env())).toBe(false);
  });
});

describe('asking the X server', () => {
  it('knows a selection that nobody ever named', async () => {
    expect(await selectionOwner('_FERMIX_NOBODY', env())).toBe(0);
  });

  it('gives up where there is no display', async () => {
    await expect(selectionOwner('PRIMARY', { DISPLAY: ':9999' })).rejects.toThrow();
    await expect(selectionOwner('PRIMARY', {})).rejects.toThrow();
  });

  it('is refused without the display’s cookie', async () => {
    await expect(selectionOwner('PRIMARY', { ...env(), XAUTHORITY: '/dev/null' })).rejects.toThrow();
  });
});
