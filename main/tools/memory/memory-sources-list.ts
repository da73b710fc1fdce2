import { z } from 'zod';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { memoryGate } from './caller-gate.ts';
import type { MemoryToolReach } from './memory-store.ts';

export const memorySourcesList = defineTool<MemoryToolReach>()({
  name: 'memory_sources_list',
  category: 'memory',
  policy: 'read_only',
  ownerOnly: true,
  description:
    'Lists what stands behind remembered rows beside conversations: scheduled jobs, with their last run. A removed job ' +
    'stays in the list as deleted, since its rows are kept.',
  help: {
    examples: [{ description: 'Jobs that still run', input: { status: 'active' } }],
    failureModes: [{ code: 'invalid_arguments', text: 'A filter has a value that does not exist.' }],
  },
  input: z.object({
    status: z.enum(['active', 'expired', 'deleted']).optional().describe('Only sources of this status.'),
    source_type: z.enum(['scheduled_job']).optional().describe('Only sources of this type.'),
  }),
  title: () => 'List the sources of memory',
  authorize: memoryGate('memory_sources_list'),
  async run({ status, source_type: sourceType }, _context, { memory }): Promise<ToolResult> {
    const sources = memory.sources({ status, sourceType }).map((one) => ({
      id: one.id,
      source_type: one.sourceType,
      name: one.name,
      description: one.description,
      status: one.status,
      last_run_at: isoOrNull(one.lastRunAt),
      last_status: one.lastStatus,
      created_at: isoOrNull(one.createdAt),
      updated_at: isoOrNull(one.updatedAt),
    }));
    return { ok: true, text: sources.length === 0 ? 'There are no sources.' : JSON.stringify(sources, null, 1) };
  },
});

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
