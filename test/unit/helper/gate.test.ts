import { describe, expect, it } from 'vitest';
import { Gate } from '../../../helper/session/gate.ts';
import type { ActInput } from '../../../protocol/helper/act.ts';

const order = (changes: Partial<ActInput> = {}): ActInput => ({
  generation: 'g',
  authority: 1,
  deadlineMs: 10_000,
  display: 0,
  region: null,
  check: null,
  annotate: false,
  action: { action: 'mouse_move', at: { x: 1, y: 1 } },
  ...changes,
});
const code = (task: () => unknown) => {
  try {
    task();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the gate', () => {
  it('admits one action at a time and each number once', () => {
    const gate = new Gate('g');
    const first = gate.admit(order({ seq: 5 }), 'a');
    expect(code(() => gate.admit(order({ seq: 6 }), 'b'))).toBe('busy');
    first.done();
    expect(code(() => gate.admit(order({ seq: 5 }), 'c'))).toBe('stale_seq');
    expect(code(() => gate.admit(order({ seq: 4 }), 'd'))).toBe('stale_seq');
    expect(code(() => gate.admit(order(), 'e'))).toBe('invalid_params');
    // A refused number was not used.
    gate.admit(order({ seq: 6 }), 'f').done();
  });

  it('needs no number for looking', () => {
    const gate = new Gate('g');
    gate.admit(order({ action: { action: 'screenshot' } }), 'a').done();
  });

  it('raises the authority with each control and refuses what was sent before it', () => {
    const gate = new Gate('g');
    expect(gate.control('resume')).toEqual({ authority: 2, inFlightId: null });
    expect(code(() => gate.admit(order({ seq: 1 }), 'a'))).toBe('stale_authority');
    expect(code(() => gate.admit(order({ seq: 1, authority: 2, generation: 'x' }), 'a'))).toBe('stale_authority');
    const running = gate.admit(order({ seq: 1, authority: 2 }), 'b');
    expect(gate.control('pause')).toEqual({ authority: 3, inFlightId: 'b' });
    expect(() => running.check()).toThrow('paused');
    running.done();
    expect(code(() => gate.admit(order({ seq: 2, authority: 3 }), 'c'))).toBe('paused');
    gate.control('resume');
    gate.admit(order({ seq: 2, authority: 4 }), 'd').done();
  });

  it('lets only an action that was told to yield to the person', () => {
    const gate = new Gate('g');
    const firm = gate.admit(order({ seq: 1 }), 'a');
    gate.humanInput();
    firm.check();
    firm.done();
    const polite = gate.admit(order({ seq: 2, stopOnHumanInput: true }), 'b');
    gate.humanInput();
    expect(() => polite.check()).toThrow('person');
    polite.done();
  });

  it('stops an action whose deadline passes', async () => {
    const gate = new Gate('g');
    const running = gate.admit(order({ seq: 1, deadlineMs: 1 }), 'a');
    await new Promise((resolve) => running.signal.addEventListener('abort', resolve));
    expect(() => running.check()).toThrow('deadline');
    running.done();
  });
});
