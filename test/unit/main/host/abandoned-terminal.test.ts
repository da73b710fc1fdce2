import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAbandonedTerminal } from '../../../../main/host/abandoned-terminal.ts';
import { describePeer } from '../../../../main/host/serve-client.ts';

const STANDING = { attended: true, selfStarted: false, reason: '' };

test.runIf(process.platform === 'linux')('a terminal is abandoned once its session leader has ended', async () => {
  const leader = spawn('/bin/cat', { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  leader.stdin.write('ready\n');
  await once(leader.stdout, 'data');
  const conversation = `cli-${describePeer(leader.pid ?? 0, STANDING).terminal}`;
  expect(conversation).toContain(`-${leader.pid}.`);
  expect(isAbandonedTerminal(conversation)).toBe(false);
  leader.stdin.end();
  await once(leader, 'exit');
  expect(isAbandonedTerminal(conversation)).toBe(true);
});

test('other conversations are never abandoned, nor terminals that nobody could tell', () => {
  for (const one of ['c1', 'window-tools', 'cli-attach', 'cli-0.0', 'cli-123.0', 'cli-1.2.3'])
    expect(isAbandonedTerminal(one)).toBe(false);
});
