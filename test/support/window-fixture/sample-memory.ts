import type { MemoryItem, MemoryState } from '../../../protocol/ipc/memory.ts';

const NOON = Date.UTC(2026, 10, 30, 12);

export function memoryItem(n: number, more: Partial<MemoryItem> = {}): MemoryItem {
  return {
    id: `mem_${n}`,
    scope: 'owner',
    scopeId: 'default',
    conversation: null,
    category: 'preference',
    key: `preference-${n}`,
    value: 'Drinks green tea and no coffee.',
    profile: 'USER.md',
    archived: false,
    archiveReason: null,
    trust: 'owner',
    source: null,
    createdAt: NOON,
    updatedAt: NOON - n * 3_600_000,
    ...more,
  };
}

export const MEMORY_ITEMS: MemoryItem[] = [
  memoryItem(1),
  memoryItem(2, {
    category: 'project',
    value: 'Writes a thesis on greenhouse heating, due in spring.',
    profile: 'MEMORY.md',
  }),
  memoryItem(3, {
    category: 'environment',
    scope: 'agent',
    profile: 'MEMORY.md',
    value: 'The computer runs Debian with Xfce.',
    key: 'os',
  }),
  memoryItem(4, {
    category: 'episode',
    scope: 'conversation',
    key: 'report_format',
    value: 'The report is a PDF of at most two pages.',
    profile: null,
    conversation: { id: 'c-1', title: 'Note about the greenhouse' },
  }),
  memoryItem(5, {
    category: 'episode',
    scope: 'conversation',
    key: 'supplier',
    value: 'The page names a supplier of glass.',
    profile: null,
    trust: 'external',
    archived: true,
    archiveReason: 'By the owner.',
  }),
];

export const MEMORY_STATE: MemoryState = {
  enabled: true,
  reviews: true,
  reviewing: false,
  lastReviewedAt: NOON,
  waiting: 2,
  lastReview: {
    at: NOON,
    result: 'changed',
    changed: 2,
    model: 'm',
    inputTokens: 900,
    outputTokens: 60,
    costUsd: 0.01,
  },
  profiles: [
    { file: 'USER.md', bytes: 412, cap: 3200 },
    { file: 'MEMORY.md', bytes: 530, cap: 6400 },
  ],
  problem: null,
};
