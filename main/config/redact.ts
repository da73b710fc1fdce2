/** Shapes of secrets by who issues them; the first that matches names it. */
const PATTERNS: readonly [vendor: string, pattern: RegExp][] = [
  ['private-key', /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g],
  ['anthropic', /\bsk-ant-[A-Za-z0-9_-]{8,}/g],
  ['openrouter', /\bsk-or-[A-Za-z0-9_-]{8,}/g],
  ['openai', /\bsk-[A-Za-z0-9_-]{8,}/g],
  ['github', /\b(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,})/g],
  ['slack', /\bxox[a-z]-[A-Za-z0-9-]{8,}|\bxapp-[A-Za-z0-9-]{8,}/g],
  ['xai', /\bxai-[A-Za-z0-9_-]{8,}/g],
  ['google', /\bAIza[A-Za-z0-9_-]{30,}|\bya29\.[A-Za-z0-9_-]{16,}/g],
  ['telegram', /\b\d{6,12}:[A-Za-z0-9_-]{30,}/g],
  ['aws', /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g],
  ['jwt', /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
  ['bearer', /(?<=\bbearer\s+)(?!\[REDACTED)[A-Za-z0-9._~+/=-]{8,}/gi],
  ['api-key', /(?<=\bx-api-key["']?\s*[:=]\s*["']?)(?!\[REDACTED)[^\s"',;}]{4,}/gi],
];

/** Names of fields whose value is a secret whatever it looks like. */
const SECRET_FIELD = /^(?:authorization|x-api-key|api[-_]?key|key|token|secret|password|cookie|set-cookie)$/i;

/** Deepest level of a logged value that is still walked. */
const DEEPEST = 8;

/** Replaces what looks like a key, token or private key by `[REDACTED:<vendor>]`. */
export function redact(text: string): string {
  let result = text;
  for (const [vendor, pattern] of PATTERNS) result = result.replace(pattern, `[REDACTED:${vendor}]`);
  return result;
}

/** The same for a value of any shape, as it goes into a log line. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[too deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELD.test(name) && typeof item === 'string' && item !== ''
        ? '[REDACTED:field]'
        : redactValue(item, depth + 1),
    ]),
  );
}

function redactError(error: Error, depth: number): object {
  return {
    name: error.name,
    message: redact(error.message),
    ...(error.stack === undefined ? {} : { stack: redact(error.stack) }),
    ...('code' in error ? { code: redactValue(error.code, depth + 1) } : {}),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
}
