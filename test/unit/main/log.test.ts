import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redactValue } from '../../../main/config/redact.ts';
import { openLog } from '../../../main/log.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fermix-log-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const clock = { now: () => Date.parse('2026-11-30T12:00:00Z'), sleep: async () => undefined };
const open = (fileLimit?: number) =>
  openLog({ home, clock, redact: redactValue, ...(fileLimit === undefined ? {} : { fileLimit }) });

describe('the log', () => {
  it('writes JSON lines for the user alone, with secrets taken out at any depth', () => {
    const log = open();
    log.info('model.call', { provider: 'anthropic', headers: { authorization: 'Bearer abcdefghijklmnop' } });
    log.error('turn.failed', { error: new Error('key sk-ant-aaaaaaaaaaaaaaaaaaaa was refused') });
    log.close();
    const text = readFileSync(log.path, 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ at: '2026-11-30T12:00:00.000Z', level: 'info', event: 'model.call' });
    expect(lines[1]).toMatchObject({ level: 'error', event: 'turn.failed' });
    expect(text).toContain('was refused');
    expect(text).not.toMatch(/abcdefghijklmnop|sk-ant-aaaa/);
    expect(statSync(log.path).mode & 0o777).toBe(0o600);
  });

  it('turns over at its limit and keeps five files', () => {
    const log = open(1_000);
    for (let line = 0; line < 100; line += 1) log.info('filler', { line, text: 'x'.repeat(100) });
    log.close();
    const names = readdirSync(join(home, 'logs')).sort();
    expect(names).toEqual(['fermix.log', 'fermix.log.1', 'fermix.log.2', 'fermix.log.3', 'fermix.log.4']);
    for (const name of names) expect(statSync(join(home, 'logs', name)).size).toBeLessThanOrEqual(1_000);
    expect(readFileSync(log.path, 'utf8')).toContain('"line":99');
  });

  it('cuts a line that is too long and never throws', () => {
    const log = open();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(() => log.info('circle', circle)).not.toThrow();
    log.info('long', { text: 'y'.repeat(100_000) });
    log.close();
    expect(() => log.info('late')).not.toThrow();
    const last = readFileSync(log.path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ event: 'long', cut: expect.any(String) });
    expect(last.length).toBeLessThan(40_000);
  });
});
