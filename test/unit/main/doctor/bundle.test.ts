import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBundle } from '../../../../main/doctor/diagnostics/bundle.ts';

test('identity, doctor rows and at most 500 scrubbed lines; the home directory is not told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fermix-bundle-'));
  const logPath = join(folder, 'fermix.log');
  const lines = Array.from({ length: 700 }, (_, n) =>
    JSON.stringify({ level: 'info', event: `line-${n}`, deep: { token: 'x1' } }),
  );
  writeFileSync(logPath, `${lines.join('\n')}\n{"event":"key sk-ant-abcdefghijkl at /home/ada/x, mine-0815"}\ntorn {`);
  const bundle = await makeBundle({
    identity: { version: '1', runtime: 'node', platform: 'linux', home: '/home/ada/.fermix' },
    now: () => 0,
    doctor: async () => [{ id: 'x', status: 'ok', message: 'At /home/ada/.fermix.' }],
    logPath,
    osHome: '/home/ada',
    cover: (text) => text.replaceAll('mine-0815', '[REDACTED]'),
  });
  rmSync(folder, { recursive: true });
  const text = JSON.stringify(bundle);
  expect(bundle.log).toHaveLength(500);
  expect(bundle.log.at(-1)).toBe('torn {');
  expect(bundle.identity).toEqual({
    product: 'fermix',
    version: '1',
    runtime: 'node',
    platform: 'linux',
    home: '~/.fermix',
  });
  for (const word of ['/home/ada', 'sk-ant-', 'mine-0815', '"x1"']) expect(text.includes(word), word).toBe(false);
  expect(Object.keys(bundle)).toEqual(['madeAt', 'identity', 'doctor', 'log']);
});
