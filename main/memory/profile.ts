import { utf8Length } from '../agent/limit-text.ts';
import type { MemoryConfig } from '../config/config-port.ts';
import type { MemoryRow, MemoryStore, PromoteTarget } from '../store/memory-port.ts';
import { oneLine } from './admission.ts';

const BYTES_PER_TOKEN = 4;

/** The two generated files. */
export const PROFILES = [
  { file: 'USER.md', target: 'user_md', title: 'About the owner' },
  { file: 'MEMORY.md', target: 'memory_md', title: 'Projects, surroundings and standing wishes' },
] as const satisfies readonly { file: string; target: PromoteTarget; title: string }[];
export type ProfileName = (typeof PROFILES)[number]['file'];

const HEADER = 'Made by Fermix of what it remembers. Change it on the Memory page; what is written here is replaced.';

/** A profile as its rows give it. */
export interface Profile {
  file: ProfileName;
  text: string;
  /** Whole file in UTF-8, and how much it may have. */
  bytes: number;
  cap: number;
  rows: MemoryRow[];
}

/** Both profiles from the rows, newest line first. */
export function renderProfiles(store: Pick<MemoryStore, 'promoted'>, settings: MemoryConfig): Profile[] {
  return PROFILES.map(({ file, target, title }) => {
    const rows = store.promoted(target);
    const text = `# ${title}\n\n${HEADER}\n\n${rows.map(lineOf).join('')}`;
    return { file, text, bytes: utf8Length(text), cap: capOf(file, settings), rows };
  });
}

/** `- [preference] Tea, not coffee` */
function lineOf({ category, value }: MemoryRow): string {
  return `- [${category}] ${oneLine(value)}\n`;
}

function capOf(file: ProfileName, { userTokenCap, memoryTokenCap }: MemoryConfig): number {
  return (file === 'USER.md' ? userTokenCap : memoryTokenCap) * BYTES_PER_TOKEN;
}

/** What a prompt gets of a profile: whole lines, the newest first, as far as the cap reaches. */
export function withinCap({ rows, cap }: Profile): { lines: string[]; dropped: number } {
  let room = cap;
  const all = rows.map(lineOf);
  const cut = all.findIndex((line) => {
    room -= utf8Length(line);
    return room < 0;
  });
  const lines = cut < 0 ? all : all.slice(0, cut);
  return { lines, dropped: all.length - lines.length };
}

/** Thrown inside a transaction, so that nothing of it is kept. */
export class ProfileOverCap extends Error {
  readonly code = 'profile_over_cap';
  constructor({ file, bytes, cap }: Profile) {
    super(
      `${file} would have ${bytes} bytes, and ${cap} are allowed. Nothing was changed. Forget or shorten something that stands in it.`,
    );
  }
}

/** Refuses a change that leaves a profile over its cap, unless it has made it smaller than it was. */
export function refuseOverCap(before: readonly Profile[], after: readonly Profile[]): void {
  for (const [index, profile] of after.entries()) {
    const was = before[index]?.bytes ?? 0;
    if (profile.bytes > profile.cap && profile.bytes > was) throw new ProfileOverCap(profile);
  }
}
