import { z } from 'zod';
import type { MemoryForTools } from '../../memory/ports.ts';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { memoryGate } from './caller-gate.ts';
import { MEMORY_CODES } from './codes.ts';

/** What the memory tools need of the host. */
export interface MemoryToolReach {
  memory: MemoryForTools;
}

export const memoryStore = defineTool<MemoryToolReach>()({
  name: 'memory_store',
  category: 'memory',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Keeps a fact under a key, in the memory of this conversation (of a scheduled job: in the memory of the job). The ' +
    'same key is overwritten. Not for secrets, and not for dates and appointments.',
  help: {
    whenToUse: 'The owner asks to remember something, or a decision of this conversation will matter later.',
    examples: [{ description: 'A decision', input: { key: 'report_format', value: 'PDF, at most two pages' } }],
    failureModes: failureModes(
      MEMORY_CODES,
      'disabled',
      'invalid_key',
      'invalid_value',
      'value_too_large',
      'looks_like_secret',
    ),
  },
  input: z.object({
    key: z.string().describe('Short name of the fact, 1 to 128 bytes.'),
    value: z.string().describe('The fact, at most 8,192 bytes.'),
  }),
  title: (input) => `Remember ${short(input['key'], 60) || 'a fact'}`,
  authorize: memoryGate('memory_store'),
  async run({ key, value }, { caller, turnId }, { memory }): Promise<ToolResult> {
    const end = memory.remember(caller, { key, value }, turnId);
    return end.ok ? { ok: true, text: `Kept under "${end.key}".` } : refuse(end.code, end.text);
  },
});
