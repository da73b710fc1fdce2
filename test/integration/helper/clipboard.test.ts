import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { ClipboardProgram, type EntryLine, type LineProgram, startEntry } from '../../support/x11/program.ts';

const sum = (data: Buffer | null) => data && createHash('sha256').update(data).digest('hex');

/** What people copy; the picture is larger than one request may be, so it travels in pieces both ways. */
const KINDS: Record<string, Record<string, Buffer>> = {
  text: { UTF8_STRING: Buffer.from('kept text ü €'), 'text/plain': Buffer.from('kept text ü €') },
  HTML: { 'text/html': Buffer.from('<b>kept</b> ü'), UTF8_STRING: Buffer.from('kept ü') },
  'a picture': { 'image/png': randomBytes(1_500_000), 'image/bmp': randomBytes(300_000) },
  'a file list': {
    'text/uri-list': Buffer.from('file:///tmp/a%20b\r\nfile:///tmp/c\r\n'),
    'x-special/gnome-copied-files': Buffer.from('copy\nfile:///tmp/a%20b'),
  },
};

describe('the clipboard around a paste', () => {
  const display = useDisplay({ width: 1024, height: 700, dbus: false });
  let helper: HelperProcess;
  let entry: LineProgram<EntryLine>;
  let other: ClipboardProgram;

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    other = new ClipboardProgram(display().env);
    entry = await startEntry(display().env, 'clipboard test');
  });
  afterAll(async () => {
    await helper?.stop();
    await entry?.stop();
    await other?.stop();
  });

  async function paste(text: string): Promise<void> {
    const from = entry.lines.length;
    const { receipt } = await helper.act({ action: { action: 'paste', text } });
    expect(receipt).toMatchObject({ dispatch: 'sent', consumed: true, pasteChord: 'ctrl+v' });
    await entry.until((line) => line.text?.endsWith(text) === true, from);
  }

  it('is empty afterwards when it was empty before', async () => {
    expect(await other.formats()).toEqual([]);
    await paste('into nothing');
    expect(await other.formats()).toEqual([]);
  });

  for (const [kind, formats] of Object.entries(KINDS))
    it(`gives ${kind} back whole`, async () => {
      await other.own(formats);
      await paste(`over ${kind} é 你`);
      expect(await other.formats()).toEqual(expect.arrayContaining(Object.keys(formats)));
      for (const [format, data] of Object.entries(formats)) expect(sum(await other.read(format))).toBe(sum(data));
    });

  it('gives it back a second time, when it owns the copy itself', async () => {
    await other.own({ UTF8_STRING: Buffer.from('still here') });
    await paste('one');
    await paste('two');
    expect((await other.read('UTF8_STRING'))?.toString()).toBe('still here');
  });

  it('leaves what somebody copied meanwhile', async () => {
    await other.own({ UTF8_STRING: Buffer.from('before') });
    const pasting = helper.act({ action: { action: 'paste', text: 'meanwhile' } });
    const taken = (async () => {
      while ((await other.read('UTF8_STRING'))?.toString() !== 'meanwhile');
      await other.own({ UTF8_STRING: Buffer.from('copied by the person') });
    })();
    const { receipt } = await pasting;
    await taken;
    expect((await other.read('UTF8_STRING'))?.toString()).toBe('copied by the person');
    expect(receipt.dispatch).toBe('sent');
  });

  it('outlives the helper', async () => {
    await other.own({ UTF8_STRING: Buffer.from('kept for the person') });
    const leaving = await HelperProcess.start(display().env);
    await leaving.act({ action: { action: 'paste', text: 'last' } });
    await leaving.stop();
    expect((await other.read('UTF8_STRING'))?.toString()).toBe('kept for the person');
  });

  it('outlives a helper whose app went away without a word', async () => {
    await other.own({ UTF8_STRING: Buffer.from('kept again') });
    const leaving = await HelperProcess.start(display().env);
    await leaving.act({ action: { action: 'paste', text: 'last' } });
    leaving.child.stdin?.end();
    expect(await leaving.exited).toBe(0);
    expect((await other.read('UTF8_STRING'))?.toString()).toBe('kept again');
  });
});
