/** Two words of 32 bits, as AT-SPI sends them. */
export type States = readonly [number, number];

/** Numbers of AtspiStateType. */
export const STATE = {
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  checkable: 41,
  readOnly: 43,
} as const;

export function has(states: States, state: number): boolean {
  return (((state < 32 ? states[0] : states[1]) >>> (state % 32)) & 1) === 1;
}

export function without([low, high]: States, state: number): States {
  return state < 32 ? [low & ~(1 << state), high] : [low, high & ~(1 << (state - 32))];
}

/** A greyed control may still list its click action: only the states tell. GTK 4 has one state for both. */
export function isEnabled(states: States, toolkit: string): boolean {
  return has(states, STATE.sensitive) && (toolkit === 'GTK' || has(states, STATE.enabled));
}

/** Numbers as bits of signed 32-bit words: how AT-SPI writes sets. */
export function bitWords(numbers: readonly number[], words: number): number[] {
  const sets = new Array<number>(words).fill(0);
  for (const one of numbers) {
    const word = one >>> 5;
    if (word < words) sets[word] = (sets[word] ?? 0) | (1 << (one % 32));
  }
  return sets;
}
