import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decideClose } from '../../../../main/electron/keep-alive.ts';
import { locate } from '../../../../main/electron/locations.ts';
import { readStartOptions } from '../../../../main/electron/start-options.ts';
import { choosePlace, readPlace, writePlace } from '../../../../main/electron/window-place.ts';
import { temporaryFolder } from '../../scripts/temporary-folder.ts';

const folder = temporaryFolder();

describe('closing the window', () => {
  const facts = { quitting: false, trayHost: false, pageListens: true };

  it.each([
    [{}, 'ask'],
    [{ trayHost: true }, 'hide'],
    [{ pageListens: false }, 'quit'],
    [{ quitting: true, trayHost: true }, 'close'],
  ] as const)('%o: %s', (change, decision) => {
    expect(decideClose({ ...facts, ...change })).toBe(decision);
  });
});

describe('the window’s place', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const place = { x: 100, y: 50, width: 1000, height: 700, maximized: false };

  it('comes back', () => {
    const path = join(folder.path(), 'desktop', 'place.json');
    writePlace(path, place);
    expect(choosePlace(readPlace(path), [screen])).toEqual(place);
  });

  it('is not used when its screen is gone', () => {
    const away = { ...place, x: 3000 };
    expect(choosePlace(away, [screen])).toEqual({ width: 1180, height: 800, maximized: false });
    expect(choosePlace(away, [screen, { ...screen, x: 1920 }])).toEqual(away);
  });

  it('never asks for more than a small screen has', () => {
    expect(choosePlace(null, [{ ...screen, width: 1024, height: 600 }])).toMatchObject({ width: 1024, height: 600 });
  });

  it.each(['', '{}', '[]', 'null', JSON.stringify({ ...place, width: 10 }), JSON.stringify({ ...place, x: 'a' })])(
    'is not read from %o',
    (text) => {
      const path = join(folder.path(), 'place.json');
      writeFileSync(path, text);
      expect(readPlace(path)).toBeNull();
    },
  );
});

it('finds the helper beside the archive of a packed app, and in out/ of a checkout', () => {
  const places = { appPath: '/app', resourcesPath: '/opt/fermix/resources' };
  expect(locate({ ...places, packed: false }).helper).toBe('/app/out/helper');
  expect(locate({ ...places, packed: true }).helper).toBe('/opt/fermix/resources/helper');
});

it('reads what the start script hands over', () => {
  const value = (name: string) => (name === 'capture' ? '/tmp/a.png' : '');
  expect(readStartOptions(value, { FERMIX_RUNTIME: 'stand-in', FERMIX_UNATTENDED_SCREEN: '1' }, false)).toEqual({
    captureFile: '/tmp/a.png',
    unattendedScreen: true,
    runtimeKind: 'stand-in',
  });
  expect(readStartOptions(() => '', {}, true)).toEqual({
    captureFile: null,
    unattendedScreen: false,
    runtimeKind: 'packed',
  });
});
