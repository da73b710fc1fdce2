/** Every refusal of the memory tools. */
export const MEMORY_CODES = {
  disabled: 'Memory is switched off; nothing was kept.',
  invalid_key: 'The key is blank, longer than 128 bytes, or holds a NUL byte or broken Unicode.',
  invalid_value: 'The value is blank, or holds a NUL byte or broken Unicode.',
  value_too_large: 'The value has more than 8,192 bytes.',
  looks_like_secret: 'It looks like a key, token or password.',
  conflicting_arguments: '"key" and "search" were both given.',
  not_found: 'There is nothing under this key.',
} as const;
