import { expect, test } from 'vitest';
import { toolResultRecall } from '../../../../main/agent/tool-result-recall.ts';
import { POLICY_CLASSES } from '../../../../main/registry/policy.ts';
import { allTools } from '../../../../main/tools/all-tools.ts';
import type { ToolReach } from '../../../../main/tools/reach.ts';
import { memoryStore, OWNER } from '../../../support/agent-world.ts';

/** The tool reference: category, policy class, and whether a guest is kept out although the class would let them in. */
const REFERENCE: Record<string, [string, string, boolean]> = {
  shell: ['system', 'exec', false],
  file_read: ['filesystem', 'read_only', true],
  file_write: ['filesystem', 'read_write', false],
  file_edit: ['filesystem', 'read_write', false],
  request_directory_access: ['system', 'external_api', false],
  glob_search: ['search', 'read_only', true],
  content_search: ['search', 'read_only', true],
  git_read: ['git', 'read_only', true],
  git_write: ['git', 'read_write', false],
  tool_help: ['meta', 'read_only', false],
  tool_result_recall: ['system', 'read_only', false],
  computer_use: ['computer', 'gui_control', false],
};

/** Tools are described without being run, so nothing behind them is needed. */
const TOOLS = [...allTools({ computer: {} } as ToolReach), toolResultRecall(memoryStore())];

test('every built-in tool is classified as the reference says, and the reference names no other', () => {
  const found = TOOLS.map((one) => [one.name, [one.category, one.policy, one.ownerOnly]] as const);
  expect(Object.fromEntries(found)).toEqual(REFERENCE);
  expect(TOOLS).toHaveLength(Object.keys(REFERENCE).length);
});

test.each(TOOLS.map((one) => [one.name, one] as const))('%s states its class and describes its input', (_, tool) => {
  expect(POLICY_CLASSES).toContain(tool.policy);
  expect(typeof tool.ownerOnly).toBe('boolean');
  expect(tool.name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
  const schema = tool.name === 'computer_use' ? null : tool.inputSchema(OWNER);
  for (const [name, field] of Object.entries((schema?.['properties'] ?? {}) as Record<string, object>)) {
    expect([name, 'description' in field]).toEqual([name, true]);
  }
  expect(schema?.['additionalProperties'] ?? false).toBe(false);
});
