/** What text in a profile would say if it were meant to steer the agent rather than to inform it. */
const SIGNS = [
  /\bignore\s+(?:all\s+|any\s+)?(?:previous|prior|earlier|above)\b/i,
  /\b(?:system|developer)\s+(?:prompt|message)\b/i,
  /\byou\s+(?:must|are\s+now|will\s+now)\b/i,
  /\bdo\s+not\s+(?:tell|inform|mention)\b/i,
  /<\/?\s*(?:system|memory-context|external-content|tool)\b/i,
  /\bsend\s+(?:all|every|the)\b.*\bto\b.*(?:@|https?:)/i,
];

/** Whether a line looks like an instruction. It is logged; the line stays, as data. */
export function looksInjected(line: string): boolean {
  return SIGNS.some((sign) => sign.test(line));
}
