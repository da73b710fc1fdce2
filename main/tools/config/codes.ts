/** Every refusal of the tools that change settings. */
export const CONFIG_CODES = {
  invalid_action: 'The action is none of read, set and delete.',
  invalid_key: 'The key is missing, or is not one the agent may change.',
  invalid_value: 'The value is blank, or does not fit the other keys; the text says why. Nothing was changed.',
  settings_changed_outside: 'The settings file was changed by somebody else; the owner must read it again first.',
  write_failed: 'The settings file could not be written. Nothing was changed.',
} as const;
