import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER, openToolWorld, type ToolWorld } from '../../../support/tool-world.ts';

let world: ToolWorld;

beforeAll(() => {
  world = openToolWorld();
});
afterAll(() => world.close());

const call = (input: object) => world.call('model_routing_config', input);

describe('model_routing_config', () => {
  test('reads, sets and deletes the route of helpers, and counts at once', async () => {
    expect(JSON.parse((await call({ action: 'read' })).text)).toEqual({
      subagent_provider: null,
      subagent_model: null,
      subagent_reasoning_effort: null,
      cron_provider: null,
      cron_model: null,
      cron_reasoning_effort: null,
      meeting_provider: null,
      meeting_model: null,
      meeting_reasoning_effort: null,
      fallback_order: null,
    });
    expect(await call({ action: 'set', key: 'subagent_model', value: '  claude-haiku-4-5 ' })).toMatchObject({
      ok: true,
    });
    expect(world.reach.routing.read().subagent.model).toBe('claude-haiku-4-5');
    expect(await call({ action: 'set', key: 'subagent_provider', value: 'openai' })).toMatchObject({
      ok: false,
      code: 'invalid_value',
      text: 'claude-haiku-4-5 is a model of Anthropic, not of OpenAI.',
    });
    expect(await call({ action: 'delete', key: 'subagent_model' })).toMatchObject({ ok: true });
    expect(world.reach.routing.read().subagent.model).toBeNull();
  });

  test.each([
    ['an unknown action', { action: 'write' }, 'invalid_action'],
    ['no key', { action: 'set', value: 'x' }, 'invalid_key'],
    ['the main model', { action: 'set', key: 'default_model', value: 'x' }, 'invalid_key'],
    ['the route of jobs', { action: 'set', key: 'cron_model', value: 'x' }, 'invalid_key'],
    ['who stands in', { action: 'delete', key: 'fallback_order' }, 'invalid_key'],
    ['a blank value', { action: 'set', key: 'subagent_model', value: '  ' }, 'invalid_value'],
    ['no value', { action: 'set', key: 'subagent_model' }, 'invalid_value'],
    ['an effort of another world', { action: 'set', key: 'subagent_reasoning_effort', value: 'huge' }, 'invalid_value'],
    ['control characters', { action: 'set', key: 'subagent_model', value: 'a\u0007b' }, 'invalid_value'],
  ])('refuses %s', async (_what, input, code) => {
    const before = world.snapshot();
    expect(await call(input)).toMatchObject({ ok: false, code });
    expect(world.snapshot()).toEqual(before);
  });

  test('is for the owner in person alone', () => {
    const offered = (caller: typeof OWNER) =>
      world.registry.snapshot(caller).authorize('model_routing_config') === null;
    expect(offered(OWNER)).toBe(true);
    expect(offered({ ...OWNER, trust: 'guest' })).toBe(false);
    expect(offered({ ...OWNER, depth: 1 })).toBe(false);
  });

  test('does not write over somebody else’s change', async () => {
    writeFileSync(join(world.home, 'config.toml'), '[sandbox]\nmode = "open"\n');
    expect(await call({ action: 'set', key: 'subagent_model', value: 'x' })).toMatchObject({
      ok: false,
      code: 'settings_changed_outside',
    });
  });
});
