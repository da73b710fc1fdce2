import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeAll(() => {
  world = openToolWorld();
});
afterAll(() => world.close());

test('docs/tools.md names every tool, parameter and code', () => {
  const page = readFileSync(new URL('../../../../docs/tools.md', import.meta.url), 'utf8');
  for (const tool of world.registry.all()) {
    if (tool.category === 'computer') continue;
    expect(page, tool.name).toMatch(new RegExp(`^## .*\\b${tool.name}\\b`, 'm'));
    const { properties } = tool.inputSchema(OWNER) as { properties: object };
    for (const name of Object.keys(properties)) expect(page, `${tool.name} ${name}`).toContain(`\`${name}\``);
    for (const { code } of tool.help.failureModes ?? []) expect(page, `${tool.name} ${code}`).toContain(`\`${code}\``);
  }
});
