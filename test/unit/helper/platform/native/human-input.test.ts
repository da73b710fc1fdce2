import { describe, expect, it } from 'vitest';
import { HumanInput } from '../../../../../helper/platform/native/human-input.ts';

function setUp() {
  const state = { now: 100_000, lastInput: 90_000, tells: true };
  const heard: number[] = [];
  const human = new HumanInput(
    () => state.now,
    () => (state.tells ? state.now - state.lastInput : null),
    (at) => heard.push(at),
  );
  human.isHearing = true;
  /** We post: the system's counter takes it for input. */
  const post = () => {
    human.posting();
    state.lastInput = state.now;
  };
  return { state, human, heard, post };
}

describe('the person’s input', () => {
  it('is what the counter says before anything was posted', () => {
    const { human } = setUp();
    expect(human.read()).toEqual({ idleMs: 10_000, attributed: true });
  });

  it('is not our own, although the counter starts again with it', () => {
    const { state, human, post } = setUp();
    post();
    state.now += 40;
    post();
    state.now += 1_000;
    expect(human.read()).toEqual({ idleMs: 11_040, attributed: true });
  });

  it('is told by events without our stamp, also while we post', () => {
    const { state, human, heard, post } = setUp();
    post();
    state.now += 10;
    human.human();
    state.now += 5;
    expect(human.read().idleMs).toBe(5);
    expect(heard).toEqual([100_010]);
  });

  it('is told by the counter outside our times, as for touch and remote control', () => {
    const { state, human, post } = setUp();
    post();
    state.now += 5_000;
    state.lastInput = state.now - 200;
    expect(human.read().idleMs).toBe(200);
  });

  it('is the bare counter where no events are heard', () => {
    const { state, human, post } = setUp();
    human.isHearing = false;
    post();
    state.now += 300;
    expect(human.read()).toEqual({ idleMs: 300, attributed: false });
    state.tells = false;
    expect(human.read()).toEqual({ idleMs: null, attributed: false });
  });
});
