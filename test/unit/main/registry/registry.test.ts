import { expect, test } from 'vitest';
import { allowedClasses, type Caller, isAttendedOwner, POLICY_CLASSES } from '../../../../main/registry/policy.ts';
import { createRegistry } from '../../../../main/registry/registry.ts';
import { toolRows } from '../../../../main/registry/tool-rows.ts';
import { OWNER, testTool } from '../../../support/agent-world.ts';

const CALLERS: Record<string, Caller> = {
  owner: OWNER,
  voice: { ...OWNER, origin: 'voice', channel: 'voice' },
  guest: { ...OWNER, trust: 'guest' },
  subagent: { ...OWNER, depth: 1, replyPort: false },
  scheduled: { ...OWNER, origin: 'unattended', scheduled: true, replyPort: false },
  selfStarted: { ...OWNER, origin: 'unattended', selfStarted: true },
};

/** The table of the tool reference, one letter a class in its order: r w x n a g. */
const MAY: Record<string, string> = {
  owner: 'rwxnag',
  voice: 'rwxnag',
  guest: 'r-----',
  subagent: 'r-xna-',
  scheduled: 'rwxna-',
  selfStarted: 'rwxna-',
};

const done = () => ({ ok: true as const, text: '' });

test.each(Object.keys(CALLERS))(
  'what a %s may use is what the table says, advertised and at the call alike',
  (name) => {
    const caller = CALLERS[name] ?? OWNER;
    const registry = createRegistry();
    for (const policy of POLICY_CLASSES) {
      registry.register(testTool(policy, done, { policy }));
      registry.register(testTool(`${policy}_owner`, done, { policy, ownerOnly: true }));
    }
    const surface = registry.snapshot(caller);
    const letters = POLICY_CLASSES.map((policy, index) => (surface.find(policy) ? ('rwxnag'[index] ?? '') : '-'));
    expect(letters.join('')).toBe(MAY[name]);
    for (const one of registry.all()) {
      const open = allowedClasses(caller).has(one.policy) && (caller.trust === 'operator' || !one.ownerOnly);
      expect([one.name, surface.advertised.includes(one)]).toEqual([one.name, open]);
      const gate = surface.authorize(one.name);
      expect([one.name, gate?.code ?? null]).toEqual([one.name, open ? null : 'unknown_capability']);
    }
  },
);

test('a name outside the ceiling is answered like one that does not exist', () => {
  const registry = createRegistry();
  registry.register(testTool('exists', done, { policy: 'exec' }));
  const surface = registry.snapshot({ ...OWNER, trust: 'guest' });
  const hidden = surface.authorize('exists');
  const missing = surface.authorize('missin');
  expect(hidden?.text.replace('exists', 'X')).toBe(missing?.text.replace('missin', 'X'));
  expect(surface.find('exists')).toBeNull();
});

test.each(['registered', 'known but off'])(
  'a tool that is %s names what an unattended run of the owner lacks',
  (how) => {
    const registry = createRegistry();
    const gate = { code: 'unattended_origin', text: 'The owner is not present.' };
    const screen = testTool('screen', done, { policy: 'gui_control', authorize: () => gate });
    if (how === 'registered') registry.register(screen);
    else registry.declare(screen, { code: 'not_enabled', text: 'It is off.' });
    const code = (caller: Caller | undefined) => registry.snapshot(caller ?? OWNER).authorize('screen')?.code;
    expect([code(CALLERS['scheduled']), code(CALLERS['selfStarted'])]).toEqual([gate.code, gate.code]);
    expect(registry.snapshot(CALLERS['scheduled'] ?? OWNER).find('screen')).toBeNull();
    const guest: Caller = { ...OWNER, trust: 'guest', origin: 'unattended' };
    const subagent: Caller = { ...OWNER, depth: 1, origin: 'unattended' };
    for (const hidden of [guest, subagent]) expect(code(hidden)).toBe('unknown_capability');
  },
);

test('a gate is checked at the call too, and the list is sorted and does not change in a run', () => {
  let open = true;
  const registry = createRegistry();
  const gate = () => (open ? null : { code: 'closed', text: 'Closed.' });
  registry.register(testTool('zebra', done));
  registry.register(testTool('gated', done, { authorize: gate }));
  registry.register(testTool('apple', done));
  const surface = registry.snapshot(OWNER);
  registry.register(testTool('late', done));
  registry.unregister('zebra');
  open = false;
  expect(surface.advertised.map((one) => one.name)).toEqual(['apple', 'gated', 'zebra']);
  expect(surface.authorize('gated')).toMatchObject({ code: 'closed' });
  expect(surface.find('late')).toBeNull();
});

test('a taken name is refused', () => {
  const registry = createRegistry();
  registry.register(testTool('one', done));
  expect(() => registry.register(testTool('one', done))).toThrow(expect.objectContaining({ code: 'duplicate_name' }));
});

test('a capability that is known but off is listed with its reason, never advertised, and tells the owner alone why', () => {
  const registry = createRegistry();
  registry.register(testTool('on', done));
  registry.declare(testTool('screen', done, { policy: 'gui_control' }), { code: 'not_enabled', text: 'It is off.' });
  expect(toolRows(registry, OWNER)).toMatchObject([
    { name: 'on', registered: true, advertised: true, reason: null, category: 'system', policy: 'read_only' },
    { name: 'screen', registered: false, advertised: false, reason: 'It is off.', policy: 'gui_control' },
  ]);
  expect(registry.snapshot(OWNER).authorize('screen')).toMatchObject({ code: 'not_enabled' });
  expect(registry.snapshot({ ...OWNER, trust: 'guest' }).authorize('screen')).toMatchObject({
    code: 'unknown_capability',
  });
  registry.register(testTool('screen', done, { policy: 'gui_control' }));
  expect(toolRows(registry, OWNER).map((row) => [row.name, row.registered])).toEqual([
    ['on', true],
    ['screen', true],
  ]);
});

test('an attended owner is an operator at depth 0 with a reply port and a person', () => {
  expect(isAttendedOwner(OWNER)).toBe(true);
  expect(isAttendedOwner({ ...OWNER, origin: 'voice' })).toBe(true);
  for (const change of [{ trust: 'guest' }, { origin: 'unattended' }, { replyPort: false }, { depth: 1 }] as const) {
    expect(isAttendedOwner({ ...OWNER, ...change })).toBe(false);
  }
});
