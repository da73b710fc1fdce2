import { expect, test } from 'vitest';
import { titleFrom } from '../../../../main/agent/conversation-title.ts';
import { cutBytes } from '../../../../main/agent/limit-text.ts';
import { assemblePrompt } from '../../../../main/agent/prompt/assemble.ts';
import { stableJson } from '../../../../main/agent/stable-json.ts';
import { testTool } from '../../../support/agent-world.ts';
import { createRandom } from '../../../support/random.ts';

const FACTS = { platform: 'Linux (X11)', sandbox: 'standard: …', workingDirectory: '/w', timeZone: 'Europe/Berlin' };
const parts = (now: number) => ({
  agentName: 'Ada',
  tools: [testTool('shell', () => ({ ok: true, text: '' }))],
  facts: FACTS,
  memory: null,
  now,
});

test('the prompt is stable text, then this turn, then the date alone', () => {
  const morning = assemblePrompt(parts(Date.UTC(2026, 10, 30, 1)));
  const evening = assemblePrompt(parts(Date.UTC(2026, 10, 30, 23)));
  const tomorrow = assemblePrompt(parts(Date.UTC(2026, 11, 1)));
  expect(morning).toEqual(evening);
  expect(tomorrow.slice(0, 2)).toEqual(morning.slice(0, 2));
  expect(morning[0]).toContain('You are Ada');
  expect(morning[1]).toContain('- system: shell');
  expect(morning[1]).toContain('standard: …');
  expect(morning[2]).toBe("Today is 2026-11-30 (UTC); the owner's time zone is Europe/Berlin.");
});

test('what is remembered stands after the generated part and before the date', () => {
  const prompt = assemblePrompt({ ...parts(0), memory: 'remembered' });
  expect(prompt).toHaveLength(4);
  expect(prompt[2]).toBe('remembered');
});

test.each([
  ['# Tidy *this*', 'Tidy *this*'],
  ['\n\n- first thing\nsecond', 'first thing'],
  ['   ', 'fallback'],
  [`${'long words '.repeat(10)}`, 'long words long words long words long words long words…'],
  ['👪'.repeat(80), `${'👪'.repeat(59)}…`],
])('a title from %j', (text, title) => {
  expect(titleFrom(text, 'fallback')).toBe(title);
});

test('equal values give equal text whatever the order of their keys', () => {
  expect(stableJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    stableJson({ a: true, b: [1, { c: 'x', d: null }] }),
  );
  expect(stableJson({ a: 1 })).not.toBe(stableJson({ a: '1' }));
});

test('a text is cut by bytes and between characters', () => {
  expect(cutBytes('äöü', 6, '…')).toBe('äöü');
  expect(cutBytes('äöüß', 7, '…')).toBe('äö…');
});

test('a cut never breaks a character, never exceeds its limit, and leaves short texts alone', () => {
  const random = createRandom(7);
  const letters = ['a', '\n', 'é', 'ß', '語', '\u0e02', '€', '😀', '👪', '\u{10ffff}'];
  for (let run = 0; run < 2_000; run += 1) {
    const text = Array.from({ length: random.below(60) }, () => letters[random.below(letters.length)]).join('');
    const note = ['', '…', ' [cut]'][random.below(3)] ?? '';
    const limit = Buffer.byteLength(note) + random.below(120);
    const cut = cutBytes(text, limit, note);
    const bytes = Buffer.byteLength(text);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
    expect(cut).not.toMatch(/\p{Surrogate}|\ufffd/u);
    if (bytes <= limit) expect(cut).toBe(text);
    else expect(text.startsWith(cut.slice(0, cut.length - note.length))).toBe(true);
    // Nothing that would still fit is given away: less than one character is missing.
    if (bytes > limit) expect(limit - Buffer.byteLength(cut)).toBeLessThan(4);
    expect(JSON.parse(JSON.stringify(cut))).toBe(cut);
  }
});
