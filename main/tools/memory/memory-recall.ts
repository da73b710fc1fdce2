import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short } from '../fields.ts';
import { memoryGate } from './caller-gate.ts';
import { MEMORY_CODES } from './codes.ts';
import type { MemoryToolReach } from './memory-store.ts';
import { recallText } from './recall-text.ts';

const MOST = 50;

export const memoryRecall = defineTool<MemoryToolReach>()({
  name: 'memory_recall',
  category: 'memory',
  policy: 'read_only',
  ownerOnly: false,
  description:
    'Reads memory: one row by its key, a full-text search over remembered facts and earlier messages, or, without ' +
    'arguments, everything remembered in this conversation. The result says which scope was really searched.',
  help: {
    whenToUse: 'The owner refers to something from before, or a fact may have been kept earlier.',
    examples: [
      { description: 'One fact of this conversation', input: { key: 'report_format' } },
      { description: 'Search all there is', input: { search: 'quarterly report', scope: 'all', source: 'all' } },
    ],
    failureModes: failureModes(MEMORY_CODES, 'conflicting_arguments', 'not_found'),
  },
  input: z.object({
    key: z.string().optional().describe('Exact key in this conversation.'),
    search: z
      .string()
      .optional()
      .describe('Words that must all occur; each may be the beginning of a word. "Quoted words" follow each other.'),
    scope: z
      .enum(['current', 'owner', 'all'])
      .optional()
      .describe('This conversation, what is known of the owner, or everything. Default current.'),
    source: z
      .enum(['memories', 'history', 'all'])
      .optional()
      .describe('Remembered facts, earlier messages, or both. Default memories.'),
    limit: z.number().int().min(1).max(MOST).optional().describe('Results of a search, at most 50. Default 10.'),
  }),
  title: (input) => `Recall ${short(input['key'] ?? input['search'], 60) || 'what is remembered'}`,
  authorize: memoryGate('memory_recall'),
  async run(input, { caller }, { memory }): Promise<ToolResult> {
    const { key, search, scope = 'current', source = 'memories', limit = 10 } = input;
    const end = memory.recall(caller, { key, search, scope, source, limit });
    if (!end.ok) return refuse(end.code, end.text);
    return { ok: true, ...recallText(end) };
  },
});
