import { describe, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../../../main/agent/ports.ts';
import { createRecorder } from '../../../../../main/computer/recorder/recorder.ts';
import { watchSecrets } from '../../../../../main/config/known-secrets.ts';
import type { SecretStore } from '../../../../../main/config/secrets-port.ts';
import { chooseDriver } from '../../../../../main/store/choose-driver.ts';
import type { RecordingStore } from '../../../../../main/store/recording-port.ts';
import { setUpComputer } from '../../../../support/computer.ts';
import { fakePicture, fakeReceipt, fakeSuccess } from '../../../../support/linked-helper.ts';
import { clockAt, NOON, openAt, temporaryFolder } from '../../store/open-temporary-store.ts';

const SECRETS: SecretStore = {
  backend: 'none',
  note: null,
  has: () => false,
  read: async () => ({ ok: false, code: 'missing' }),
  write: async () => undefined,
  remove: async () => undefined,
};
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const LOOK = { action: 'screenshot' };
const CLICK = { action: 'left_click', x: 40, y: 50 };

/** The whole host side over a real store, with a helper in this process. */
function setUp(days = 7, wrap: (store: RecordingStore) => RecordingStore = (store) => store) {
  const home = temporaryFolder();
  const clock = clockAt(NOON);
  const store = openAt(home, chooseDriver(), clock);
  const warnings: string[] = [];
  const recorder = createRecorder({
    store: wrap(store.recordings),
    clock,
    log: { ...SILENT, warn: (event) => void warnings.push(event) },
    known: watchSecrets(SECRETS, {}).known,
    recordingDays: () => days,
  });
  const computer = setUpComputer({ recorder });
  onTestFinished(() => computer.service.close());
  const first = async () => {
    await recorder.idle();
    const id = store.recordings.list('')[0]?.id ?? '';
    return store.recordings.load(id);
  };
  return { ...computer, recorder, store, warnings, first };
}

describe('a session', () => {
  test('is a strip of steps: before, action in words, after, outcome, times', async () => {
    const { act, first, store, service, desktop } = setUp();
    await act(LOOK);
    desktop.onAct = (input) => ({
      ...fakeSuccess(desktop, input),
      picture: fakePicture(desktop, null, { data: 'BBBB' }),
      receipt: fakeReceipt({ landed: { x: 41, y: 50 }, target: { app: 'gedit', windowTitle: 'Text Editor' } }),
    });
    const clicked = await act(CLICK);
    await service.stop('c1');
    const recording = await first();
    expect(recording).toMatchObject({ conversationId: 'c1', end: 'complete', reason: 'stopped', steps: 2 });
    const [look, click] = recording?.list ?? [];
    expect(look).toMatchObject({ n: 1, action: 'screenshot', title: 'Looked at the screen', outcome: 'performed' });
    expect(look?.before).toBeNull();
    expect(click).toMatchObject({
      n: 2,
      title: 'Clicked at 40,50 in Text Editor',
      parameters: { action: 'left_click', x: 40, y: 50 },
      outcome: 'performed',
      code: null,
      before: { role: 'before', point: { x: 40, y: 50 } },
      after: { role: 'after', point: { x: 41, y: 50 } },
      report: { delivery: 'confirmed', courtesy: 'proceeded', timingsMs: { input: 1 } },
    });
    // What was seen after the look is what the click started from: it is kept once.
    expect(click?.before?.image.id).toBe(look?.after?.image.id);
    expect((await store.recordings.readPicture(click?.after?.image.id ?? ''))?.data).toHaveLength(3);
    expect(clicked.report?.recording).toBe(recording?.id);
  });

  test('has refusals with their code and sentence, and pauses between the steps', async () => {
    const { act, first, service } = setUp();
    await act(LOOK);
    await act({ ...CLICK, region: { x: 0, y: 0, w: 10, h: 10 } });
    await service.pause();
    await service.resume();
    const recording = await first();
    expect(recording?.list[1]).toMatchObject({ outcome: 'refused', code: 'region_mismatch' });
    expect(recording?.list[1]?.reason).toBe('The region does not fit the latest picture.');
    expect(recording?.moments.map((one) => one.kind)).toEqual(['pause', 'resume']);
    expect(recording?.end).toBe('running');
  });

  test('that died does not look like one that finished', async () => {
    const { act, first, helpers, desktop, lines } = setUp();
    await act(LOOK);
    desktop.onAct = () => {
      helpers[0]?.crash();
      return new Promise(() => undefined);
    };
    await act(CLICK);
    const recording = await first();
    expect(recording).toMatchObject({ end: 'error', reason: 'helper_gone' });
    expect(recording?.list[1]).toMatchObject({ outcome: 'unknown', code: 'outcome_unknown' });
    expect(lines.find((line) => line.event === 'computer.session_error')?.fields).toMatchObject({
      reason: 'helper_gone',
      actions: 2,
    });
  });

  test('never holds what was typed into a field that nobody named as ordinary', async () => {
    const { act, first, store } = setUp();
    await act(LOOK);
    await act({ action: 'type', text: 'correct horse' });
    await act({ action: 'key', chord: 'h' });
    const recording = await first();
    expect(JSON.stringify(recording)).not.toContain('horse');
    expect(recording?.list[1]?.hidden).toEqual({ field: 'text', characters: 13, why: 'unknown_field' });
    expect(recording?.list[2]?.title).toBe('Pressed a character key');
    expect(store.recordings.list('horse')).toEqual([]);
  });
});

test('with 0 days nothing is recorded and no card points to a recording', async () => {
  const { act, recorder, store } = setUp(0);
  const result = await act(LOOK);
  await recorder.idle();
  expect(store.recordings.list('')).toEqual([]);
  expect(result.report?.recording).toBeUndefined();
});

test('a disk that refuses costs the recording, never the action', async () => {
  const refuse = () => {
    throw new Error('The disk is full.');
  };
  const { act, recorder, warnings } = setUp(7, (store) => ({
    ...store,
    saveStep: refuse,
    putPicture: async () => refuse(),
  }));
  expect((await act(LOOK)).ok).toBe(true);
  expect((await act(CLICK)).ok).toBe(true);
  await recorder.idle();
  expect(warnings).toContain('recording.write_failed');
  expect(warnings).toContain('recording.picture_failed');
});

test('no action waits for the disk', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { act, first } = setUp(7, (store) => ({
    ...store,
    putPicture: async (id, picture) => {
      await held;
      return store.putPicture(id, picture);
    },
  }));
  await act(LOOK);
  await act(CLICK);
  expect((await act(CLICK)).ok).toBe(true);
  release();
  expect((await first())?.list.map((step) => step.outcome)).toEqual(['performed', 'performed', 'performed']);
});
