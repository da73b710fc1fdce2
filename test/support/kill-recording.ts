// Run as a process of its own: records a session for ever and prints each step when it is kept. Arguments: HOME.

import { randomUUID } from 'node:crypto';
import { createRecorder } from '../../main/computer/recorder/recorder.ts';
import { openStore } from '../../main/store/open-store.ts';
import { actionReport } from './window-fixture/sample-data.ts';

const [home = ''] = process.argv.slice(2);
const ids = { next: (prefix: string) => `${prefix}_${randomUUID()}`, secret: () => '' };
const clock = { now: Date.now, sleep: async () => undefined };
const nothing = () => undefined;
const store = openStore({ home, clock, ids, retentionDays: () => 30, recordingDays: () => 7 });
const recorder = createRecorder({
  store: store.recordings,
  clock,
  log: { info: nothing, warn: nothing, error: nothing },
  known: { holds: () => false, cover: (text) => text },
  recordingDays: () => 7,
});

const call = { session: ids.next('cua'), conversationId: 'c1', turnId: 't1' };
for (let n = 1; ; n += 1) {
  const keep = recorder.begin({ ...call, callId: `call-${n}` }, { action: 'left_click', x: n, y: n }, `Click ${n}`);
  // The action under way: what is known of it is written while it runs.
  await new Promise(setImmediate);
  const picture = { data: new Uint8Array(20_000).fill(n), mime: 'image/png' as const, width: 4, height: 3 };
  keep({
    ok: true,
    text: 'done',
    title: `Clicked ${n}`,
    report: actionReport(),
    pictures: [{ ...picture, role: 'after', forModel: true }],
  });
  await recorder.idle();
  process.stdout.write(`kept ${call.session} ${n}\n`);
}
