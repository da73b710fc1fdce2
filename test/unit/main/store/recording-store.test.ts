import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../main/store/open-store.ts';
import type { RecordedStep } from '../../../../protocol/conversation/recording.ts';
import { clockAt, countingIds, DRIVERS, NOON, openAt, temporaryFolder } from './open-temporary-store.ts';

const DAY = 86_400_000;
const PNG = { data: new Uint8Array(1000), mime: 'image/png', width: 40, height: 30 } as const;

function step(n: number, more: Partial<RecordedStep> = {}): RecordedStep {
  return {
    n,
    turnId: 'turn-1',
    callId: `call-${n}`,
    action: 'left_click',
    title: 'Clicked Save in Text Editor',
    parameters: { action: 'left_click', mark: 3 },
    startedAt: NOON + n,
    endedAt: NOON + n + 5,
    outcome: 'performed',
    code: null,
    reason: '',
    report: null,
    before: null,
    after: null,
    ...more,
  };
}

describe.each(DRIVERS)('recordings on %s', (_name, driver) => {
  it('keeps steps, pauses and private pictures in order, and gives them back', async () => {
    const home = temporaryFolder();
    const { recordings, conversations } = openAt(home, driver);
    conversations.create('c1', NOON);
    conversations.rename('c1', 'Tidy up');
    recordings.begin({ id: 'cua_1', conversationId: 'c1', at: NOON });
    const image = await recordings.putPicture('cua_1', PNG);
    if (!image) throw new Error('no picture');
    recordings.saveStep('cua_1', step(1, { endedAt: null, outcome: null }));
    recordings.saveStep('cua_1', step(1, { after: { image, role: 'after', point: { x: 3, y: 4 } } }));
    recordings.addMoment('cua_1', { at: NOON + 7, kind: 'pause' });
    recordings.saveStep('cua_1', step(2));
    recordings.end('cua_1', { at: NOON + 9, kind: 'complete', reason: 'stopped' });

    const found = recordings.load('cua_1');
    expect(found).toMatchObject({
      conversationTitle: 'Tidy up',
      startedAt: NOON,
      endedAt: NOON + 9,
      end: 'complete',
      reason: 'stopped',
      steps: 2,
      bytes: 1000,
      moments: [{ at: NOON + 7, kind: 'pause' }],
    });
    expect(found?.list.map((one) => one.n)).toEqual([1, 2]);
    expect(found?.list[0]?.after?.point).toEqual({ x: 3, y: 4 });
    expect((await recordings.readPicture(image.id))?.data).toHaveLength(1000);
    const file = join(home, 'recordings', 'cua_1', `${image.id}.png`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'recordings')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'recordings', 'cua_1')).mode & 0o777).toBe(0o700);
  });

  it('what has no end when the store opens was cut, and says when it was last seen', () => {
    const home = temporaryFolder();
    const first = openAt(home, driver);
    first.recordings.begin({ id: 'cua_1', conversationId: 'c1', at: NOON });
    first.recordings.saveStep('cua_1', step(1, { startedAt: NOON + 50, endedAt: null, outcome: null }));
    first.close();
    const { recordings } = openAt(home, driver);
    expect(recordings.load('cua_1')).toMatchObject({ end: 'cut', endedAt: NOON + 50, list: [{ outcome: null }] });
    // An end that comes too late changes nothing.
    recordings.end('cua_1', { at: NOON + 99, kind: 'complete', reason: 'stopped' });
    expect(recordings.load('cua_1')).toMatchObject({ end: 'cut', endedAt: NOON + 50 });
  });

  it('goes with its conversation, files and all, also while something is still being written', async () => {
    const home = temporaryFolder();
    const { recordings, conversations } = openAt(home, driver);
    conversations.create('c1', NOON);
    conversations.create('c2', NOON);
    for (const [id, conversationId] of [['cua_1', 'c1'] as const, ['cua_2', 'c2'] as const]) {
      recordings.begin({ id, conversationId, at: NOON });
      await recordings.putPicture(id, PNG);
    }
    const writing = recordings.putPicture('cua_1', { ...PNG, data: new Uint8Array(3_000_000) });
    conversations.remove('c1');
    expect(await writing).toBeNull();
    recordings.saveStep('cua_1', step(1));
    recordings.addMoment('cua_1', { at: NOON, kind: 'pause' });
    expect(await recordings.putPicture('cua_1', PNG)).toBeNull();
    expect(recordings.list('').map((one) => one.id)).toEqual(['cua_2']);
    expect(readdirSync(join(home, 'recordings'))).toEqual(['cua_2']);
  });

  it('finds by the title of the conversation and by the words of a step, whatever the case', () => {
    const { recordings, conversations } = openAt(temporaryFolder(), driver);
    conversations.create('c1', NOON);
    conversations.rename('c1', 'Überweisung');
    recordings.begin({ id: 'cua_1', conversationId: 'c1', at: NOON });
    recordings.begin({ id: 'cua_2', conversationId: 'window-tools', at: NOON + 1 });
    recordings.saveStep('cua_2', step(1));
    const ids = (search: string) => recordings.list(search).map((one) => one.id);
    expect(ids('')).toEqual(['cua_2', 'cua_1']);
    expect(ids('uberWEIS')).toEqual(['cua_1']);
    expect(ids('save in TEXT')).toEqual(['cua_2']);
    expect(ids('%')).toEqual([]);
  });

  it('is swept after its days; what still runs stays; folders without a row go', async () => {
    const home = temporaryFolder();
    const { recordings } = openAt(home, driver, clockAt(NOON), 7);
    for (const [id, at] of [
      ['old', NOON],
      ['running', NOON],
      ['young', NOON + 5 * DAY],
    ] as const) {
      recordings.begin({ id, conversationId: 'c', at });
      await recordings.putPicture(id, PNG);
      if (id !== 'running') recordings.end(id, { at, kind: 'complete', reason: 'idle' });
    }
    mkdirSync(join(home, 'recordings', 'lost'));
    expect(recordings.sweep(NOON + 8 * DAY)).toBe(1);
    expect(readdirSync(join(home, 'recordings')).sort()).toEqual(['running', 'young']);
    expect(existsSync(join(home, 'recordings', 'lost'))).toBe(false);
  });

  it('zero days keep nothing', () => {
    const { recordings } = openAt(temporaryFolder(), driver, clockAt(NOON), 0);
    recordings.begin({ id: 'a', conversationId: 'c', at: NOON });
    recordings.end('a', { at: NOON, kind: 'complete', reason: 'idle' });
    expect(recordings.sweep(NOON)).toBe(1);
    expect(recordings.list('')).toEqual([]);
  });

  it('above the size limit the oldest go first', async () => {
    const home = temporaryFolder();
    const clock = clockAt(NOON);
    const { recordings, close } = openStore({
      home,
      clock,
      ids: countingIds(),
      retentionDays: () => 30,
      recordingDays: () => 30,
      mostRecordedBytes: 2500,
      driver,
    });
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      recordings.begin({ id, conversationId: 'c', at: NOON + index });
      await recordings.putPicture(id, PNG);
      recordings.end(id, { at: NOON + index, kind: 'complete', reason: 'idle' });
    }
    expect(recordings.sweep(NOON + 10)).toBe(1);
    expect(recordings.list('').map((one) => one.id)).toEqual(['c', 'b']);
    expect(recordings.bytes()).toBe(2000);
    close();
  });

  it('deletes one or all that have ended, never the one that runs', async () => {
    const home = temporaryFolder();
    const { recordings } = openAt(home, driver);
    for (const id of ['a', 'b', 'running']) recordings.begin({ id, conversationId: 'c', at: NOON });
    for (const id of ['a', 'b']) recordings.end(id, { at: NOON, kind: 'error', reason: 'helper_gone' });
    await recordings.putPicture('a', PNG);
    recordings.remove('a');
    recordings.remove('running');
    expect(
      recordings
        .list('')
        .map((one) => one.id)
        .sort(),
    ).toEqual(['b', 'running']);
    expect(readdirSync(join(home, 'recordings'))).toEqual([]);
    recordings.removeAll();
    expect(recordings.list('').map((one) => one.id)).toEqual(['running']);
  });

  it('answers null for what it does not have, whatever the id', async () => {
    const { recordings } = openAt(temporaryFolder(), driver);
    for (const id of ['none', '../memory.db', '', 'x\0']) {
      expect(recordings.load(id)).toBeNull();
      expect(await recordings.readPicture(id)).toBeNull();
    }
  });
});
