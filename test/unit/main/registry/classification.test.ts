import { expect, test } from 'vitest';
import { toolResultRecall } from '../../../../main/agent/tool-result-recall.ts';
import { DEFERRAL_DEFAULTS } from '../../../../main/registry/deferral/settings.ts';
import { POLICY_CLASSES } from '../../../../main/registry/policy.ts';
import { allTools } from '../../../../main/tools/all-tools.ts';
import type { ToolReach } from '../../../../main/tools/reach.ts';
import { memoryStore, OWNER } from '../../../support/agent-world.ts';
import { TOOL_REFERENCE } from '../../../support/tool-reference.ts';

const REACH = { computer: {}, deferral: () => DEFERRAL_DEFAULTS } as ToolReach;

/** Tools are described without being run, so nothing behind them is needed. */
const TOOLS = [...allTools(REACH), toolResultRecall(memoryStore())];

test('every built-in tool is classified as the reference says, and each name is there once', () => {
  for (const one of TOOLS) {
    const stated = `${one.category} ${one.policy} ${one.ownerOnly ? '†' : '-'}`;
    expect([one.name, TOOL_REFERENCE[one.name]?.split(' ').slice(0, 3).join(' ')]).toEqual([one.name, stated]);
  }
  expect(new Set(TOOLS.map((one) => one.name)).size).toBe(TOOLS.length);
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
