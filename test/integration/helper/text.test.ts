import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDisplay } from '../../support/display.ts';
import { HelperProcess } from '../../support/helper-process.ts';
import { type EntryLine, type LineProgram, startEntry } from '../../support/x11/program.ts';

const LAYOUT_GROUP = join(import.meta.dirname, '..', '..', 'support', 'x11', 'layout-group.ts');
const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
/** The family is four people joined by U+200D; the combining marks stay decomposed. */
const TEXTS = {
  'printable ASCII': ASCII,
  accents: 'àâäçéèêëîïôöùûüÿñß ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸÑ œŒ ¿¡ «»',
  Cyrillic: 'Съешь же ещё этих мягких французских булок, да выпей чаю',
  CJK: '你好世界 漢字かな交じり文 한국어',
  'combining marks': 'e\u0301 o\u0308 n\u0303 a\u030a\u0323',
  'a family emoji': '👨‍👩‍👧‍👦 ok 😀👍',
  'currency and dead-key characters': '5 € ^ ` ~ ´ ¨ £ ¥',
};

describe('text into a GTK entry', () => {
  const display = useDisplay({ width: 1280, height: 800, dbus: false });
  let helper: HelperProcess;
  let entry: LineProgram<EntryLine>;

  beforeAll(async () => {
    helper = await HelperProcess.start(display().env);
    entry = await startEntry(display().env, 'text test');
  });
  afterAll(async () => {
    await helper?.stop();
    await entry?.stop();
  });

  async function clear(): Promise<number> {
    const from = entry.lines.length;
    entry.send('clear');
    await entry.until((line) => line.cleared === true, from);
    return entry.lines.length;
  }

  async function arrives(action: 'type' | 'paste', text: string): Promise<void> {
    const from = await clear();
    const { receipt } = await helper.act({ action: { action, text } });
    expect(receipt.dispatch).toBe('sent');
    const seen = () => entry.lines.slice(from).findLast((line) => line.text !== undefined)?.text;
    await entry.until((line) => line.text === text, from).catch(() => undefined);
    expect(seen()).toBe(text);
    if (action === 'type') expect(receipt.typedChars).toBe([...text].length);
    else expect(receipt.consumed).toBe(true);
  }

  for (const layout of ['us', 'de', 'fr'])
    describe(`under the ${layout} layout`, () => {
      beforeAll(() => {
        execFileSync('setxkbmap', ['-layout', layout], { env: { ...process.env, ...display().env } });
      });
      for (const [name, text] of Object.entries(TEXTS)) {
        it(`types ${name}`, () => arrives('type', text));
        it(`pastes ${name}`, () => arrives('paste', text));
      }
    });

  it('types in the second of two layouts, with Caps Lock on, and leaves both as they were', async () => {
    const env = { ...process.env, ...display().env };
    execFileSync('setxkbmap', ['-layout', 'us,de'], { env });
    const group = (...wanted: string[]) =>
      execFileSync(process.execPath, [LAYOUT_GROUP, ...wanted], { env, encoding: 'utf8' });
    execFileSync('xdotool', ['key', 'Caps_Lock'], { env });
    group('1');
    await arrives('type', 'Grüße @ home zy');
    const leds = execFileSync('xset', ['q'], { env, encoding: 'utf8' });
    expect(leds).toMatch(/Caps Lock:\s+on/);
    execFileSync('xdotool', ['key', 'Caps_Lock'], { env });
    expect(group()).toBe('1');
    group('0');
    execFileSync('setxkbmap', ['-layout', 'us'], { env });
  });

  it('types a long text whole', async () => {
    const text = Array.from({ length: 12 }, (_, i) => `line ${i} with Ümläuts and 漢字.`).join(' ');
    await arrives('type', text);
  });

  it('refuses a control character and types nothing', async () => {
    const from = await clear();
    await expect(helper.act({ action: { action: 'type', text: 'a\u0000b' } })).rejects.toMatchObject({
      code: 'invalid_params',
      data: { field: 'text', receipt: { dispatch: 'not_sent' } },
    });
    await arrives('type', 'next');
    expect(entry.lines.slice(from).some((line) => line.text?.includes('a'))).toBe(false);
  });
});

describe('text into a GTK text view', () => {
  const display = useDisplay({ width: 1280, height: 800, dbus: false });

  it('has new lines and tabs as the Return and Tab keys', async () => {
    const helper = await HelperProcess.start(display().env);
    const lines = await startEntry(display().env, 'many lines', { manyLines: true });
    try {
      const { receipt } = await helper.act({ action: { action: 'type', text: 'one\r\ntwo\tthree\rfour' } });
      expect(receipt.typedChars).toBe(18);
      expect((await lines.until((line) => line.text === 'one\ntwo\tthree\nfour')).text).toBeDefined();
    } finally {
      await lines.stop();
      await helper.stop();
    }
  });
});
