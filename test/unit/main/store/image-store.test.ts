import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockAt, DRIVERS, NOON, openAt, temporaryFolder } from './open-temporary-store.ts';

const DAY = 86_400_000;
const JPEG = { data: new Uint8Array([9, 8, 7]), mime: 'image/jpeg', width: 40, height: 30, alt: 'a cat' } as const;

describe.each(DRIVERS)('pictures on %s', (_name, driver) => {
  it('keeps a picture as a private file with its facts', async () => {
    const home = temporaryFolder();
    const { images } = openAt(home, driver);
    const ref = await images.put(JPEG);

    expect(ref).toMatchObject({ mime: 'image/jpeg', width: 40, height: 30, bytes: 3, alt: 'a cat' });
    expect(images.ref(ref.id)).toEqual(ref);
    const read = await images.read(ref.id);
    expect([...(read?.data ?? [])]).toEqual([9, 8, 7]);
    expect(read?.mime).toBe('image/jpeg');
    expect(statSync(String(images.path(ref.id))).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'images')).mode & 0o777).toBe(0o700);
  });

  it('answers null for a picture it does not have, whatever the id', async () => {
    const { images } = openAt(temporaryFolder(), driver);
    for (const id of ['img_none', '../memory', '', 'img\0']) {
      expect(images.path(id)).toBeNull();
      expect(await images.read(id)).toBeNull();
    }
  });

  it('answers null when the file was deleted by somebody else', async () => {
    const { images } = openAt(temporaryFolder(), driver);
    const ref = await images.put(JPEG);
    rmSync(String(images.path(ref.id)));
    expect(await images.read(ref.id)).toBeNull();
  });

  it('sweeps what is older than the rule and files without a row, and nothing else', async () => {
    const home = temporaryFolder();
    const clock = clockAt(NOON);
    const { images } = openAt(home, driver, clock, 30);
    const old = await images.put(JPEG);
    clock.set(NOON + 20 * DAY);
    const young = await images.put(JPEG);
    writeFileSync(join(home, 'images', 'img_lost.png'), 'left by a crash');

    expect(await images.sweep(NOON + 31 * DAY)).toBe(2);
    expect(images.ref(old.id)).toBeNull();
    expect(readdirSync(join(home, 'images'))).toEqual([`${young.id}.jpg`]);
  });

  it('does not sweep a picture that is being written', async () => {
    const home = temporaryFolder();
    const { images } = openAt(home, driver);
    const writing = images.put({ ...JPEG, data: new Uint8Array(2_000_000) });
    await Promise.all(Array.from({ length: 20 }, () => images.sweep(NOON)));
    const ref = await writing;
    expect((await images.read(ref.id))?.data).toHaveLength(2_000_000);
  });
});
