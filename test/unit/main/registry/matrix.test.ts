import { expect, test } from 'vitest';
import { toolResultRecall } from '../../../../main/agent/tool-result-recall.ts';
import type { Capability } from '../../../../main/registry/capability.ts';
import { DEFERRAL_DEFAULTS } from '../../../../main/registry/deferral/settings.ts';
import { MATRIX_NAMES } from '../../../../main/registry/matrix.ts';
import { CALLER_KINDS, type Caller, callerKind, type PolicyClass } from '../../../../main/registry/policy.ts';
import { createRegistry } from '../../../../main/registry/registry.ts';
import { allTools } from '../../../../main/tools/all-tools.ts';
import type { ToolReach } from '../../../../main/tools/reach.ts';
import { memoryStore, OWNER, testTool } from '../../../support/agent-world.ts';
import { TOOL_REFERENCE } from '../../../support/tool-reference.ts';

const REACH = { computer: {}, deferral: () => DEFERRAL_DEFAULTS } as ToolReach;

const AWAY = { origin: 'unattended', replyPort: false, approvalPort: false } as const;

/** In the order of the reference's columns. */
const CALLERS: Record<(typeof CALLER_KINDS)[number], Caller> = {
  attended: OWNER,
  unattended: { ...OWNER, ...AWAY },
  guest: { ...OWNER, trust: 'guest', channel: 'chat', shared: true },
  subagent: { ...OWNER, depth: 1, replyPort: false, approvalPort: false },
  scheduled: { ...OWNER, ...AWAY, scheduled: true },
};

/** Real tools where they are built, a stand-in of the stated class where they are not. None lacks a set-up here. */
function everyCapability(): Capability[] {
  const real = [...allTools(REACH), toolResultRecall(memoryStore())].map(asSetUp);
  const built = new Set(real.map((one) => one.name));
  const others = Object.entries(TOOL_REFERENCE).filter(([name]) => !built.has(name));
  return [...real, ...others.map(([name, row]) => standIn(name, row))];
}

function asSetUp(tool: Capability): Capability {
  return { ...tool, available: () => null, advertise: () => null, authorize: () => null };
}

function standIn(name: string, row: string): Capability {
  const [, policy, mark] = row.split(' ');
  const done = () => ({ ok: true as const, text: '' });
  return testTool(name, done, { policy: policy as PolicyClass, ownerOnly: mark === '†' });
}

const REGISTRY = createRegistry();
for (const one of everyCapability()) REGISTRY.register(one);

test('the matrix and the reference name the same tools', () => {
  expect([...MATRIX_NAMES].sort()).toEqual(Object.keys(TOOL_REFERENCE).sort());
});

test.each(CALLER_KINDS)('%s: every tool is offered, found and allowed as the reference says', (kind) => {
  const caller = CALLERS[kind];
  expect(callerKind(caller)).toBe(kind);
  const surface = REGISTRY.snapshot(caller);
  for (const name of Object.keys(TOOL_REFERENCE)) {
    const open = letter(name, kind) === 'y';
    const seen = {
      advertised: surface.advertised.some((one) => one.name === name),
      found: surface.find(name) !== null,
      code: surface.authorize(name)?.code ?? null,
    };
    const code = open ? null : 'unknown_capability';
    expect([name, seen]).toEqual([name, { advertised: open, found: open, code }]);
  }
});

test('a scheduled run reaches tools that need naming when its list names them, and nothing outside its list', () => {
  const names = Object.keys(TOOL_REFERENCE);
  for (const name of names) {
    const surface = REGISTRY.snapshot({ ...CALLERS.scheduled, allowedTools: [name] });
    const open = letter(name, 'scheduled') !== '-';
    expect([name, surface.advertised.map((one) => one.name)]).toEqual([name, open ? [name] : []]);
    expect([name, surface.authorize(name) === null]).toEqual([name, open]);
    const other = names.find((one) => one !== name) ?? '';
    expect(surface.authorize(other)).toMatchObject({ code: 'unknown_capability' });
  }
  const none = REGISTRY.snapshot({ ...CALLERS.scheduled, allowedTools: [] });
  expect(none.advertised).toEqual([]);
});

test.each(CALLER_KINDS)('%s: narrowed to some classes, a run has those of its own among them and no others', (kind) => {
  const classes: PolicyClass[] = ['read_only', 'network', 'gui_control'];
  const all = REGISTRY.snapshot(CALLERS[kind]).advertised;
  const narrowed = REGISTRY.snapshot({ ...CALLERS[kind], classes }).advertised;
  expect(narrowed).toEqual(all.filter((one) => classes.includes(one.policy)));
  expect(REGISTRY.snapshot({ ...CALLERS[kind], classes: [] }).advertised).toEqual([]);
});

test('a call path that names no trust is a guest at every depth and origin', () => {
  for (const change of [{}, { depth: 2 }, { scheduled: true }, AWAY, { origin: 'voice' }] as const) {
    const unset = { ...OWNER, ...change, trust: undefined } as unknown as Caller;
    expect(callerKind(unset)).toBe('guest');
    const names = REGISTRY.snapshot(unset).advertised.map((one) => one.name);
    expect(names).toEqual(REGISTRY.snapshot(CALLERS.guest).advertised.map((one) => one.name));
  }
});

test('a tool of a plugin has no row: its class and its owner-only mark decide', () => {
  const registry = createRegistry();
  const done = () => ({ ok: true as const, text: '' });
  registry.register(testTool('weather_lookup', done, { policy: 'network' }));
  registry.register(testTool('weather_notes', done, { ownerOnly: true }));
  const names = (kind: keyof typeof CALLERS) => registry.snapshot(CALLERS[kind]).advertised.map((one) => one.name);
  expect(CALLER_KINDS.map(names)).toEqual([
    ['weather_lookup', 'weather_notes'],
    ['weather_lookup', 'weather_notes'],
    [],
    ['weather_lookup', 'weather_notes'],
    ['weather_lookup', 'weather_notes'],
  ]);
});

test.each([
  ['request_directory_access', 'not_attended'],
  ['tool_result_recall', 'no_store'],
])('%s repeats its own gate at the call', (name, code) => {
  const registry = createRegistry();
  for (const one of [...allTools(REACH), toolResultRecall(memoryStore())]) registry.register(one);
  for (const kind of ['unattended', 'subagent', 'scheduled'] as const) {
    expect([kind, registry.snapshot(CALLERS[kind]).authorize(name)?.code]).toEqual([kind, code]);
    expect(registry.snapshot(CALLERS[kind]).advertised.map((one) => one.name)).not.toContain(name);
  }
});

function letter(name: string, kind: (typeof CALLER_KINDS)[number]): string {
  return TOOL_REFERENCE[name]?.split(' ')[3 + CALLER_KINDS.indexOf(kind)] ?? '-';
}
