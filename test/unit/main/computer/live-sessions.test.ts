import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../../main/registry/capability.ts';
import { RemoteError } from '../../../../protocol/rpc/remote-error.ts';
import { type ComputerSetup, setUpComputer } from '../../../support/computer.ts';
import { fakeReceipt, fakeSuccess } from '../../../support/linked-helper.ts';
import { settle } from '../../../support/manual-clock.ts';

const LOOK = { action: 'screenshot' };
const CLICK = { action: 'left_click', x: 100, y: 50 };
const of = (conversationId: string) => ({ caller: { conversationId } });
const codeOf = (result: ToolResult) => (result.ok ? null : result.code);
const live = ({ helpers }: ComputerSetup) => helpers.flatMap((one, index) => (one.exit ? [] : [index]));

async function look(setup: ComputerSetup, ...conversations: string[]): Promise<void> {
  for (const one of conversations) expect(codeOf(await setup.act(LOOK, of(one)))).toBeNull();
  await settle();
}

describe('how many helpers live', () => {
  test('two at rest, however many conversations look; the one used longest ago goes', async () => {
    const setup = setUpComputer();
    await look(setup, 'a', 'b', 'a', 'c');
    expect(live(setup)).toEqual([0, 2]);
    await look(setup, 'd', 'e', 'f', 'g');
    expect(live(setup)).toHaveLength(2);
  });

  test('never the one that holds mouse and keyboard', async () => {
    const setup = setUpComputer();
    await look(setup, 'a');
    expect(codeOf(await setup.act(CLICK, of('a')))).toBeNull();
    await look(setup, 'b', 'c', 'd');
    expect(live(setup)).toEqual([0, 3]);
    expect(codeOf(await setup.act(CLICK, of('a')))).toBeNull();
  });

  test('never one that acts or is still starting', async () => {
    const setup = setUpComputer();
    await look(setup, 'a');
    let finish: () => void = () => undefined;
    setup.desktop.onAct = async (input) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return fakeSuccess(setup.desktop, input);
    };
    const looking = setup.act(LOOK, of('a'));
    await settle();
    const finishFirst = finish;
    setup.desktop.onAct = null;
    setup.desktop.beforeHello = () => new Promise(() => undefined);
    const starting = setup.act(LOOK, of('b'));
    await settle();
    setup.desktop.beforeHello = () => undefined;
    await look(setup, 'c');
    expect(live(setup)).toEqual([0, 1, 2]);
    finishFirst();
    expect(codeOf(await looking)).toBeNull();
    await setup.service.stop('b');
    expect(codeOf(await starting)).not.toBeNull();
  });

  test('never a paused one, whose pause stays', async () => {
    const setup = setUpComputer();
    await look(setup, 'a');
    await setup.service.pause();
    await look(setup, 'b', 'c', 'd');
    expect(live(setup)).toContain(0);
    expect(codeOf(await setup.act(LOOK, of('a')))).toBe('paused');
  });

  test('a helper that was started for a refused call rests and ends too', async () => {
    const setup = setUpComputer();
    expect(codeOf(await setup.act(CLICK, of('a')))).toBe('no_view');
    expect(live(setup)).toEqual([0]);
    await setup.clock.advance(600_000);
    expect(live(setup)).toEqual([]);
  });

  test('the one of a conversation that nobody can go on with ends soon, others stay', async () => {
    const gone = new Set<string>();
    const setup = setUpComputer({ isAbandoned: (conversationId) => gone.has(conversationId) });
    await look(setup, 'a', 'b');
    await setup.clock.advance(60_000);
    expect(live(setup)).toEqual([0, 1]);
    gone.add('a');
    await setup.clock.advance(5_000);
    expect(live(setup)).toEqual([1]);
  });
});

describe('the input seat', () => {
  const refusals: [string, () => never][] = [
    ['own_window', () => refuse('own_window')],
    ['session_locked', () => refuse('session_locked')],
    ['user_active', () => refuse('interrupted', { reason: 'human' })],
    ['invalid_params', () => refuse('invalid_params')],
  ];
  function refuse(code: string, more: { reason?: string } = {}): never {
    const receipt = JSON.parse(JSON.stringify(fakeReceipt({ dispatch: 'not_sent', delivery: 'n/a' })));
    throw new RemoteError(code, '', { ...more, receipt });
  }

  test.each(refusals)('is given back after %s, since nothing was sent', async (code, onAct) => {
    const setup = setUpComputer();
    await look(setup, 'a', 'b');
    setup.desktop.onAct = onAct;
    expect(codeOf(await setup.act({ action: 'type', text: 'yes' }, of('a')))).toBe(code);
    setup.desktop.onAct = null;
    expect(codeOf(await setup.act(CLICK, of('b')))).toBeNull();
  });

  test('is given back when the owner was there first', async () => {
    const setup = setUpComputer();
    await look(setup, 'a', 'b');
    setup.desktop.idle = { idleMs: 20, attributed: true };
    const clicking = setup.act(CLICK, of('a'));
    await setup.clock.advance(4_000);
    expect(codeOf(await clicking)).toBe('user_active');
    setup.desktop.idle = { idleMs: 5_000, attributed: true };
    expect(codeOf(await setup.act(CLICK, of('b')))).toBeNull();
  });

  test('stays with the one who had it when a later action of theirs is refused', async () => {
    const setup = setUpComputer();
    await look(setup, 'a', 'b');
    await setup.act(CLICK, of('a'));
    setup.desktop.onAct = () => refuse('own_window');
    await setup.act(CLICK, of('a'));
    setup.desktop.onAct = null;
    expect(codeOf(await setup.act(CLICK, of('b')))).toBe('input_busy');
  });

  test('is kept when part went out', async () => {
    const setup = setUpComputer();
    await look(setup, 'a', 'b');
    setup.desktop.onAct = () => {
      const receipt = JSON.parse(JSON.stringify(fakeReceipt({ dispatch: 'partial', typedChars: 2 })));
      throw new RemoteError('interrupted', '', { reason: 'human', receipt });
    };
    const result = await setup.act({ action: 'type', text: 'yes' }, of('a'));
    expect(result).toMatchObject({
      code: 'interrupted',
      outcome: 'stopped',
      data: { reason: 'human', typed_chars: 2 },
    });
    expect(result.text).toContain(
      'stopped part way, since the owner began to use mouse or keyboard: it stepped aside. 2 of 3 characters',
    );
    setup.desktop.onAct = null;
    expect(codeOf(await setup.act(CLICK, of('b')))).toBe('input_busy');
  });
});

test('an action that sends input is to stop when the owner moves, unless courtesy is off; a look is not', async () => {
  const { act, config, helpers } = setUpComputer();
  await act(LOOK);
  await act(CLICK);
  config.computerUse.courtesy = 'off';
  await act(CLICK);
  expect(helpers[0]?.acts.map((one) => one.stopOnHumanInput)).toEqual([undefined, true, undefined]);
});
