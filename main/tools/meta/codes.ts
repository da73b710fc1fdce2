/** Every refusal of the meta tools. */
export const META_CODES = {
  unknown_capability: 'There is no tool of this name, or this caller may not use it.',
} as const;
