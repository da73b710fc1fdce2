import type { ProcessRow, ProcessTable } from './process-table.ts';

/** A started program and everything that came of it, also what left its group, its session and its parents. */
export interface ProcessTree {
  /**
   * Looks for whoever is new in the tree and remembers it; called often while the program runs. It passes over processes
   * it has once seen to be older than the program.
   */
  glance(): void;
  /** Looks at every process; the living members. */
  members(): ProcessRow[];
}

/**
 * A process belongs to the tree when it began after the program was started and (a) it is the program, (b) its parent,
 * group or session belongs to the tree, or (c) it holds the marker, an open file that every child inherits.
 */
export function trackTree(table: ProcessTable, pid: number, startedAfter: number, marker: string): ProcessTree {
  const members = new Map<number, number>([[pid, startedAfter]]);
  const leaders = new Set<number>([pid]);
  const older = new Set<number>();
  const unmarked = new Map<number, number>();

  const isRelated = (row: ProcessRow): boolean =>
    members.has(row.parent) || leaders.has(row.group) || leaders.has(row.session);
  const isMarked = (row: ProcessRow): boolean => {
    if (unmarked.get(row.pid) === row.startedAt) return false;
    if (table.holds(row.pid, marker)) return true;
    unmarked.set(row.pid, row.startedAt);
    return false;
  };
  const admit = (row: ProcessRow): void => {
    members.set(row.pid, row.startedAt);
    leaders.add(row.session);
  };
  const admitAll = (rows: ProcessRow[], belongs: (row: ProcessRow) => boolean): void => {
    for (let before = -1; before !== members.size; ) {
      before = members.size;
      for (const row of rows) if (!members.has(row.pid) && belongs(row)) admit(row);
    }
  };
  const look = (skip: ReadonlySet<number>): ProcessRow[] => {
    const rows: ProcessRow[] = [];
    for (const row of table.list(skip))
      if (row.startedAt < startedAfter) older.add(row.pid);
      else if (!row.zombie) rows.push(row);
    forgetEnded(members, rows, pid);
    forgetEmptySessions(leaders, rows);
    admitAll(rows, isRelated);
    admitAll(rows, (row) => isRelated(row) || isMarked(row));
    return rows.filter((row) => members.has(row.pid));
  };
  return { glance: () => void look(older), members: () => look(new Set()) };
}

/** A pid may be given to a stranger after its process has ended. */
function forgetEnded(members: Map<number, number>, rows: ProcessRow[], root: number): void {
  const started = new Map(rows.map((row) => [row.pid, row.startedAt]));
  for (const [pid, since] of members) if (pid !== root && started.get(pid) !== since) members.delete(pid);
}

/** The number of a session is given to nobody else while one process of it lives. */
function forgetEmptySessions(leaders: Set<number>, rows: ProcessRow[]): void {
  const alive = new Set(rows.flatMap((row) => [row.session, row.group]));
  for (const leader of leaders) if (!alive.has(leader)) leaders.delete(leader);
}
