import type { SqlDatabase } from './driver.ts';
import type { SkillUsageStore } from './skill-usage-port.ts';

/** The table of the counters. */
export const SKILL_USAGE_SCHEMA = `
CREATE TABLE skill_usage (
  skill TEXT NOT NULL,
  origin TEXT NOT NULL,
  runs INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (skill, origin)
) STRICT;
`;

export function createSkillUsageStore(db: SqlDatabase): SkillUsageStore {
  const count = db.prepare(`
    INSERT INTO skill_usage (skill, origin, runs, last_used_at) VALUES (?, ?, 1, ?)
    ON CONFLICT (skill, origin) DO UPDATE SET runs = runs + 1, last_used_at = excluded.last_used_at`);
  const all = db.prepare('SELECT skill, origin, runs, last_used_at FROM skill_usage ORDER BY skill, origin');
  return {
    count: (skill, origin, at) => void count.run(skill, origin, Math.trunc(at)),
    all: () =>
      all.all().map((row) => ({
        skill: String(row['skill']),
        origin: String(row['origin']),
        runs: Number(row['runs']),
        lastUsedAt: Number(row['last_used_at']),
      })),
  };
}
