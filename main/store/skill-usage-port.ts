/** How often skills were run, for the Skills page. */
export interface SkillUsageStore {
  count(skill: string, origin: string, at: number): void;
  all(): SkillUsage[];
}

export interface SkillUsage {
  skill: string;
  origin: string;
  runs: number;
  /** Milliseconds since 1970, UTC. */
  lastUsedAt: number;
}
