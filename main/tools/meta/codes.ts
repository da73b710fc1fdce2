/** Every refusal of the meta tools. */
export const META_CODES = {
  unknown_capability: 'There is no tool of this name, or this caller may not use it.',
  missing_query: 'The search has no words.',
  deferral_off: 'Tool search is switched off: every tool is offered directly.',
  recursive_bridge_call: 'A search tool was named inside tool_call.',
  invalid_arguments: 'The arguments do not fit.',
} as const;
