import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { run } from '../../../scripts/lib/run.mjs';

/** A process that has ended may wait for its parent to take note; it runs no more. */
function isRunning(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' });
  return status === 0 && !stdout.trim().startsWith('Z');
}

it('gives code and output', async () => {
  const script = 'process.stdout.write("é"); process.exit(4)';
  expect(await run(process.execPath, ['-e', script], { output: 'keep' })).toEqual({
    code: 4,
    output: 'é',
    timedOut: false,
  });
});

it('ends the whole tree of a program that takes too long', async () => {
  const script = 'sleep 1000 & echo $!; wait';
  const { code, output, timedOut } = await run('sh', ['-c', script], { output: 'keep', timeoutMs: 1_500 });
  expect(timedOut).toBe(true);
  expect(output).toMatch(/^\d+\n$/);
  expect(code).not.toBe(0);
  // `run` settles when the pipes are closed, so the inner process, which held them, has ended too.
  expect(isRunning(Number(output.trim()))).toBe(false);
});

it('answers 127 for a program that does not exist', async () => {
  expect((await run('/nowhere/program', [], { output: 'keep' })).code).toBe(127);
});
