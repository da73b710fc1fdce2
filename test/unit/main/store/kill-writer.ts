import { randomUUID } from 'node:crypto';
import { betterSqlite3Driver } from '../../../../main/store/better-sqlite3-driver.ts';
import { openStore } from '../../../../main/store/open-store.ts';
import { photostructureDriver } from '../../../../main/store/photostructure-driver.ts';

/** Run as a process of its own: saves entries for ever and says so on stdout only after each save has returned. */
const [home = '', driverName = ''] = process.argv.slice(2);
const driver = [betterSqlite3Driver, photostructureDriver].find((one) => one.name === driverName);
if (!driver) throw new Error(`no driver ${driverName}`);
const ids = { next: (prefix: string) => `${prefix}_${randomUUID()}`, secret: () => '' };
const clock = { now: Date.now, sleep: async () => undefined };
const store = openStore({ home, clock, ids, retentionDays: () => 30, recordingDays: () => 7, driver });
store.conversations.create('c1', Date.now());

for (let count = 0; ; count += 1) {
  const id = ids.next('u');
  const at = Date.now();
  store.conversations.save('c1', {
    kind: 'user',
    id,
    clientId: id,
    turnId: 't',
    at,
    text: `text ${id} ${'x'.repeat(count % 3000)}`,
    images: [],
    files: [],
    status: 'sent',
  });
  const end = {
    at,
    ok: true,
    outcome: 'performed' as const,
    text: id,
    images: [],
    imagesForModel: [],
    external: false,
  };
  const call = {
    kind: 'tool' as const,
    id,
    turnId: 't',
    at,
    name: 'shell',
    title: 'Run',
    arguments: { id },
    startedAt: at,
  };
  store.conversations.save('c1', call);
  store.conversations.save('c1', { ...call, end });
  process.stdout.write(`saved ${id}\n`);
  if (count % 10 === 0) {
    const picture = { data: new Uint8Array(500), mime: 'image/png' as const, width: 1, height: 1 };
    process.stdout.write(`picture ${(await store.images.put(picture)).id}\n`);
  }
}
