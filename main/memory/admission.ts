import { createHash } from 'node:crypto';
import type { KnownSecrets } from '../config/known-secrets.ts';
import {
  MEMORY_CATEGORIES,
  type MemoryCategory,
  type MemoryIdentity,
  type MemoryRow,
  type MemoryScope,
  type MemoryStore,
} from '../store/memory-port.ts';
import { profileTarget } from './profile-target.ts';
import { checkRow } from './remember.ts';

/** A fact the review proposes. */
export interface Candidate {
  target: 'user' | 'memory';
  category: string;
  value: string;
  key?: string | undefined;
  /** 0..1; absent counts as certain. */
  confidence?: number | undefined;
}

/** What is kept of a candidate. */
export interface Admitted extends MemoryScope {
  category: MemoryCategory;
  key: string;
  value: string;
  confidence: number;
}

export interface AdmissionParts {
  store: Pick<MemoryStore, 'byKey' | 'promotedByKey'>;
  identity: MemoryIdentity;
  known: Pick<KnownSecrets, 'holds'>;
  minConfidence: number;
  /** The conversation the facts come from, and whether more than one person can post there. */
  conversation: MemoryScope;
  shared: boolean;
}

/** The host alone writes the others. */
const PROPOSABLE = new Set<string>(MEMORY_CATEGORIES.filter((one) => one !== 'episode' && one !== 'job_run_summary'));

/**
 * The candidates that are kept, in order; of several with one key in one scope the last. Blank, uncertain, unknown,
 * secret and unchanged ones are left out.
 */
export function admit(candidates: readonly Candidate[], parts: AdmissionParts): Admitted[] {
  const kept = new Map<string, Admitted>();
  for (const candidate of candidates) {
    const one = admitOne(candidate, parts);
    if (!one) continue;
    const place = JSON.stringify([one.scopeType, one.scopeId, one.key]);
    kept.delete(place);
    kept.set(place, one);
  }
  return [...kept.values()].filter((one) => !isUnchanged(one, parts));
}

function admitOne(candidate: Candidate, parts: AdmissionParts): Admitted | null {
  const { category } = candidate;
  const confidence = candidate.confidence ?? 1;
  const value = oneLine(candidate.value);
  if (value === '' || confidence < parts.minConfidence || !isProposable(category)) return null;
  const key = oneLine(candidate.key ?? '') || keyOf(category, value);
  if (checkRow({ key, value }, parts.known)) return null;
  const own = { ...scopeOf(candidate.target, category, parts), category, key, value, confidence };
  return category === 'correction' ? takeOver(own, parts) : own;
}

/** What is said in a direct chat is about the owner wherever it is said; what is said before others stays there. */
function scopeOf(target: Candidate['target'], category: MemoryCategory, parts: AdmissionParts): MemoryScope {
  const agent: MemoryScope = { scopeType: 'agent', scopeId: parts.identity.agentId };
  if (category === 'environment') return agent;
  if (parts.shared) return parts.conversation;
  if (category === 'correction' && target === 'memory') return agent;
  return { scopeType: 'owner', scopeId: parts.identity.ownerId };
}

/** A correction stands in for the row it corrects: that of its own place, else any of its key in a profile. */
function takeOver(own: Admitted, { store }: AdmissionParts): Admitted {
  const corrected = store.byKey(own, own.key) ?? store.promotedByKey(own.key)[0];
  if (!corrected) return own;
  const { scopeType, scopeId, category } = corrected;
  return { ...own, scopeType, scopeId, category };
}

function isUnchanged(one: Admitted, { store }: AdmissionParts): boolean {
  const row: MemoryRow | null = store.byKey(one, one.key);
  return row !== null && row.value === one.value && row.category === one.category && row.trust === 'owner';
}

function isProposable(category: string): category is MemoryCategory {
  return PROPOSABLE.has(category);
}

/** The same fact said again gets the same key. */
function keyOf(category: string, value: string): string {
  const folded = value
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return `${category}-${createHash('sha256').update(folded).digest('hex').slice(0, 12)}`;
}

/** A profile has one line a fact. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Fields of a row that follow from what was admitted. */
export function promoted(one: Admitted): Admitted & Pick<MemoryRow, 'target'> {
  return { ...one, target: profileTarget(one.scopeType, one.category) };
}
