/** Picks lines from a category's table of codes, for the `help` of a tool. */
export function failureModes<Code extends string>(
  codes: Readonly<Record<Code, string>>,
  ...names: Code[]
): { code: string; text: string }[] {
  return names.map((code) => ({ code, text: codes[code] }));
}
