import { expect, test } from 'vitest';
import { createToolRunner } from '../../../../main/agent/tool-runner.ts';
import { createWorld, inOrder, OWNER, scriptedClient, testTool } from '../../../support/agent-world.ts';
import { settle } from '../../../support/manual-clock.ts';

function runnerWorld() {
  const world = createWorld(scriptedClient(inOrder({})));
  const runner = createToolRunner(world.ports);
  const run = (name: string, input = {}, signal = new AbortController().signal, caller = OWNER) => {
    const output: string[] = [];
    return runner.run({ name, input, caller, signal, onOutput: (text) => output.push(text) }).then((result) => ({
      ...result,
      output: output.join(''),
    }));
  };
  return { world, run };
}

test('a tool run by hand goes through the same phases, with live output, pictures and one trace row', async () => {
  const { world, run } = runnerWorld();
  world.ports.registry.register(
    testTool('look', (_, context) => {
      context.report('looking');
      const size = { mime: 'image/png', width: 4, height: 3, role: 'result', forModel: true } as const;
      return { ok: true, text: 'seen', pictures: [{ data: new Uint8Array([1]), ...size }] };
    }),
  );
  expect(await run('look')).toMatchObject({
    ok: true,
    code: null,
    outcome: 'performed',
    text: 'seen',
    output: 'looking',
    images: [{ width: 4, height: 3 }],
  });
  expect(world.traces).toMatchObject([{ name: 'look', ok: true }]);
});

test('unknown names, closed gates and bad input are refused with their code and run nothing', async () => {
  const { world, run } = runnerWorld();
  world.ports.registry.register(testTool('write', () => ({ ok: true, text: 'wrote' }), { policy: 'read_write' }));
  expect(await run('nothing')).toMatchObject({ ok: false, code: 'unknown_capability', outcome: 'refused' });
  expect(await run('write', { wrong: 1 })).toMatchObject({ ok: false, code: 'invalid_arguments', outcome: 'refused' });
  const guest = { ...OWNER, trust: 'guest' } as const;
  expect(await run('write', {}, undefined, guest)).toMatchObject({ code: 'unknown_capability' });
});

test('stopping a run by hand aborts the tool', async () => {
  const { world, run } = runnerWorld();
  let aborted = false;
  world.ports.registry.register(
    testTool('long', (_, context) => {
      return new Promise((resolve) => {
        context.signal.addEventListener('abort', () => {
          aborted = true;
          resolve({ ok: false, code: 'stopped', text: 'ended' });
        });
      });
    }),
  );
  const stop = new AbortController();
  const result = run('long', {}, stop.signal);
  await settle();
  stop.abort();
  expect(await result).toMatchObject({ ok: false, code: 'stopped', outcome: 'stopped', text: 'ended' });
  expect(aborted).toBe(true);
});
