/** What a call of subagents may ask for. Times in seconds, sizes in bytes of UTF-8. */
export interface SubagentLimits {
  tasks: number;
  concurrency: { byDefault: number; most: number };
  timeoutSeconds: { byDefault: number; least: number; most: number };
  /** Model calls of one worker. */
  steps: number;
  /** Of all answers of a call together. */
  resultBytes: number;
}

const TIMEOUT = { byDefault: 300, least: 5, most: 900 };

const NORMAL: SubagentLimits = {
  tasks: 10,
  concurrency: { byDefault: 4, most: 8 },
  timeoutSeconds: TIMEOUT,
  steps: 100,
  resultBytes: 60_000,
};

/** More and shorter workers. */
const WIDE: SubagentLimits = {
  tasks: 50,
  concurrency: { byDefault: 12, most: 12 },
  timeoutSeconds: TIMEOUT,
  steps: 40,
  resultBytes: 300_000,
};

export function subagentLimits(caller: { readonly ultra?: true }): SubagentLimits {
  return caller.ultra ? WIDE : NORMAL;
}
