import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDirectClient } from '../../../../../main/models/direct/direct-client.ts';
import type { ToolPicture } from '../../../../../main/registry/capability.ts';
import { bindTool, defineTool } from '../../../../../main/registry/define-tool.ts';
import type { JsonObject } from '../../../../../protocol/json.ts';
import { createWorld, OWNER } from '../../../../support/agent-world.ts';

const picture = (width: number, height: number): ToolPicture => {
  return { data: new Uint8Array([1]), mime: 'image/png', width, height, role: 'result', forModel: true };
};

/** Direct mode over a screen tool and a shell of the test's own. */
function directWorld(screenFails = false) {
  const world = createWorld(createDirectClient());
  const calls: JsonObject[] = [];
  const screen = defineTool<null>()({
    name: 'computer_use',
    category: 'computer',
    policy: 'gui_control',
    ownerOnly: false,
    description: 'Screen.',
    input: z.object({ action: z.string().describe('What.') }).catchall(z.json()),
    title: () => 'Screen',
    async run(input) {
      calls.push(input as JsonObject);
      if (screenFails) return { ok: false, code: 'no_marks', text: 'There are no marks.' };
      return { ok: true, text: `did ${input.action}\nmore`, pictures: [picture(1366, 768)] };
    },
  });
  const capability = bindTool(screen, null);
  world.ports.registry.register({
    ...capability,
    prepare: (input) => ({ ok: true, run: (context) => screen.run(input as { action: string }, context, null) }),
  });
  const shell = defineTool<null>()({
    name: 'shell',
    category: 'system',
    policy: 'exec',
    ownerOnly: false,
    description: 'Shell.',
    input: z.object({ command: z.string().describe('Command.') }),
    title: (input) => `Run ${String(input['command'])}`,
    run: async (input) => {
      calls.push(input);
      return { ok: true, text: input.command === 'silent' ? '' : `out of ${input.command}\n\`\`\`\n` };
    },
  });
  world.ports.registry.register(bindTool(shell, null));
  return { world, calls };
}

test('commands run one after the other through the loop, and a short answer closes the turn', async () => {
  const { world, calls } = directWorld();
  const report = await world.ask('screen\nclick 5,6\nrun ls');
  expect(calls).toEqual([{ action: 'screenshot' }, { action: 'left_click', x: 5, y: 6 }, { command: 'ls' }]);
  expect(report.toolCalls.map((one) => [one.name, one.ok])).toEqual([
    ['computer_use', true],
    ['computer_use', true],
    ['shell', true],
  ]);
  expect(report.text).toContain('`screen`: did screenshot');
  expect(report.text).toContain('````\nout of ls\n```\n````');
});

test('the first failure stops the rest and says so', async () => {
  const { world, calls } = directWorld(true);
  const report = await world.ask('click 12\ntype hello\nkey ctrl+s');
  expect(calls).toHaveLength(1);
  expect(report.text).toContain('`click 12` did not work: there are no numbered marks yet.');
  expect(report.text).toContain('The 2 commands after it were not run.');
  expect(report.toolCalls).toEqual([{ name: 'computer_use', ok: false, code: 'no_marks' }]);
});

test('scroll without a point uses the middle of the newest picture; without one it asks for a look', async () => {
  const { world, calls } = directWorld();
  const first = await world.ask('scroll down 3');
  expect(first.text).toContain('no picture to scroll in yet');
  expect(calls).toEqual([]);
  await world.ask('screen', first.conversationId);
  await world.ask('scroll down 3', first.conversationId);
  expect(calls.at(-1)).toEqual({ action: 'scroll', direction: 'down', amount: 3, x: 683, y: 384 });
});

test('scroll after a close-up names the part it showed', async () => {
  const { world, calls } = directWorld();
  await world.ask('screen 10,20,300,200\nscroll up');
  expect(calls.at(-1)).toMatchObject({ region: { x: 10, y: 20, w: 300, h: 200 }, confirm_grid: true });
});

test('the same command many times is meant and runs', async () => {
  const { world, calls } = directWorld();
  const report = await world.ask('key Down\n'.repeat(8));
  expect(calls).toHaveLength(8);
  expect(report.result).toBe('completed');
});

test('anything else gets the list of commands and the offer to connect a model, and runs nothing', async () => {
  const { world, calls } = directWorld();
  const report = await world.ask('please order a pizza');
  expect(report).toMatchObject({ result: 'completed', toolCalls: [] });
  expect(report.text).toContain('No model is connected');
  expect(report.text).toContain('`click 12 · click 640,360`');
  expect(report.text).toContain('connect a model');
  expect(calls).toEqual([]);
});

test('a line that cannot be read runs nothing of the message', async () => {
  const { world, calls } = directWorld();
  const report = await world.ask('screen\ndrag 1,2');
  expect(calls).toEqual([]);
  expect(report.text).toContain('Nothing was run');
});

test('a command without output says that it is done', async () => {
  const { world } = directWorld();
  expect((await world.ask('run silent')).text).toBe('Done, no output.');
});

test('an attached file is not read as commands', async () => {
  const { world, calls } = directWorld();
  const { conversationId } = world.conversations.create();
  const input = { conversationId, clientId: 'x', text: 'run ls', images: [], files: [{ path: '/run rm' }] };
  await world.conversations.finished(await world.conversations.send(input, OWNER));
  expect(calls).toEqual([{ command: 'ls' }]);
});

test('a switched-off screen tool is refused by its reason', async () => {
  const { world } = directWorld();
  const off = world.ports.registry.all().find((one) => one.name === 'computer_use');
  if (!off) throw new Error('no screen tool');
  world.ports.registry.unregister('computer_use');
  world.ports.registry.declare(off, { code: 'not_enabled', text: 'Computer use is off. Switch it on from its card.' });
  const report = await world.ask('screen');
  expect(report.toolCalls).toEqual([{ name: 'computer_use', ok: false, code: 'not_enabled' }]);
  expect(report.text).toContain('Switch it on from its card');
  expect(report.text.split('\n')).toHaveLength(1);
});
