import { expect, test } from 'vitest';
import { z } from 'zod';
import { COMPUTER_CODES } from '../../../../../main/computer/error-codes.ts';
import { createDirectClient } from '../../../../../main/models/direct/direct-client.ts';
import type { ToolPicture, ToolResult } from '../../../../../main/registry/capability.ts';
import { bindTool, defineTool } from '../../../../../main/registry/define-tool.ts';
import { createWorld } from '../../../../support/agent-world.ts';

/** What direct mode answers when a tool of this name gives these results, one after the other. */
async function answers(name: string, results: ToolResult[], message: string): Promise<string> {
  const world = createWorld(createDirectClient());
  const left = [...results];
  const tool = defineTool<null>()({
    name,
    category: 'meta',
    policy: 'read_only',
    ownerOnly: false,
    description: 'A tool.',
    input: z.object({}),
    title: () => 'A tool',
    run: async () => ({ ok: true, text: '' }),
  });
  const run = async () => left.shift() ?? { ok: true as const, text: '' };
  world.ports.registry.register({ ...bindTool(tool, null), prepare: () => ({ ok: true, run }) });
  return (await world.ask(message)).text;
}

const failure = (code: string, text: string): ToolResult => ({ ok: false, code, text });
/** Words that address a model, and notations of calls. */
const FOR_A_MODEL = /owner|the agent|End the turn|request_directory_access|[{}]|action"|model/i;

test.each([
  ...Object.entries(COMPUTER_CODES).map(([code, { message, hint }]) => ['click 1,2', code, `${message} ${hint}`]),
  ['read x', 'outside_root', 'Outside. If the task needs it, call request_directory_access; the owner can allow it.'],
  ['read x', 'protected_path', 'Explain to the owner what you needed.'],
  ['read x', 'blocked_root', 'The owner has blocked this folder.'],
  ['run x', 'sandbox_denied', 'Tell the owner.'],
  ['run x', 'sandbox_hardline', 'Tell the owner.'],
  ['tool shell {"a": 1}', 'invalid_arguments', 'Invalid arguments for shell. command: Invalid input: expected string.'],
] as [string, string, string][])('%s refused with %s is one line for the person', async (line, code, text) => {
  const name =
    { click: 'computer_use', read: 'file_read', run: 'shell', tool: 'shell' }[line.split(' ')[0] ?? ''] ?? '';
  const answer = await answers(name, [failure(code, text)], line);
  expect(answer.startsWith(`\`${line}\` did not work: `)).toBe(true);
  const words = answer.slice(line.length + 4);
  if (
    !['shared_conversation', 'subagent_denied', 'guest_denied', 'no_conversation', 'addressing_conflict'].includes(code)
  ) {
    expect(words).not.toMatch(FOR_A_MODEL);
  }
  expect(answer).not.toContain('\n');
});

test('a folder that is asked for points to the card', async () => {
  const asked = (result: ToolResult) =>
    answers('request_directory_access', [result], 'tool request_directory_access {"path": "/x", "reason": "y"}');
  const text = 'The owner has been asked for /x. End the turn now with a short sentence.';
  expect(await asked({ ok: true, text })).toMatch(/: answer the card above\.$/);
  expect(await asked({ ok: true, text, code: 'already_pending' })).toMatch(/the question is open already/);
  expect(await asked({ ok: true, text, code: 'already_allowed' })).toMatch(/is allowed already\.$/);
});

test('a region that does not fit is answered with the line to write', async () => {
  const picture: ToolPicture = {
    ...{ data: new Uint8Array([1]), mime: 'image/png', width: 400, height: 300, role: 'result', forModel: true },
  };
  const seen: ToolResult = { ok: true, text: 'A crop.', pictures: [picture] };
  const no = failure('region_mismatch', 'Send {"action":"left_click"}.');
  const answer = await answers('computer_use', [seen, no], 'screen 10,20,200,150\nclick 5,6 in 1,2,3,4 with ctrl');
  expect(answer).toContain('Write `click 5,6 in 10,20,200,150 with ctrl` when');
  const whole = await answers('computer_use', [seen, no], 'screen\nclick 5,6 in 1,2,30,40');
  expect(whole).toContain('the newest picture is the whole screen');
});

test('a command that failed says how it ended and its last line, not all of its output', async () => {
  const text = 'The command ended with exit code 2.\nlong\nls: cannot access `x`\n';
  const answer = await answers('shell', [failure('exit_nonzero', text)], 'run ls x');
  expect(answer).toBe("`run ls x` did not work: The command ended with exit code 2. `ls: cannot access 'x'`");
});

test('finds are lines to read', async () => {
  const find = (value: object) => answers('glob_search', [{ ok: true, text: JSON.stringify(value) }], 'find *');
  expect(await find({ paths: [], truncated: false })).toContain('No file matches.');
  expect(await find({ paths: ['/a', '/b'], truncated: true })).toContain('/a\n/b\nmore…');
  const search = (value: object) => answers('content_search', [{ ok: true, text: JSON.stringify(value) }], 'search a');
  expect(await search({ matches: [], truncated: false })).toContain('No line matches.');
  const matches = [{ path: '/a', line: 3, text: 'x {}' }];
  expect(await search({ matches, truncated: false })).toContain('/a:3: x {}');
});
