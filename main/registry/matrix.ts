import { CALLER_KINDS, type Caller, type CallerKind, callerKind } from './policy.ts';

/**
 * One cell of the authorization matrix. `named`: only when the run's own list of allowed tools names it. `narrowed`: yes,
 * and the tool itself confines what it answers.
 */
export type Cell = 'yes' | 'no' | 'named' | 'narrowed';

const CELLS: Readonly<Record<string, Cell>> = { y: 'yes', '-': 'no', n: 'named', c: 'narrowed' };

/**
 * The authorization matrix: which built-in tool is open to whom, one letter per caller in the order owner attended,
 * owner unattended, guest, subagent, scheduled run. `y` yes, `-` no, `n` only when named, `c` yes, narrowed by the tool.
 * A tool's class and its owner-only mark stand in its own file and are checked as well; a name that has no row here
 * (plugin and MCP tools) is judged by those alone. Features that are not built yet have their rows already.
 */
const ROWS: Readonly<Record<string, string>> = {
  shell: 'yy-yy',
  file_read: 'yy-yy',
  file_write: 'yy--y',
  file_edit: 'yy--y',
  request_directory_access: 'y----',
  glob_search: 'yy-yy',
  content_search: 'yy-yy',
  git_read: 'yy-yy',
  git_write: 'yy--y',
  web_fetch: 'yy-yy',
  web_search: 'yy-yy',
  place_search: 'yy-yy',
  browser: 'yy-yy',
  computer_use: 'y----',
  codex_run: 'y---n',
  claude_code_run: 'y---n',
  codex_cloud_run: 'y---n',
  list_coding_runs: 'y---n',
  get_coding_run: 'y---n',
  cancel_coding_run: 'y---n',
  stop_tracking_coding_run: 'y---n',
  subagents: 'yy--y',
  skill_create: 'yy--y',
  skill_reload: 'yy--y',
  skill_list: 'yy-yy',
  skill_run: 'yy-yy',
  skill_view: 'yy-yy',
  model_routing_config: 'yy--n',
  tool_help: 'ccccc',
  memory_store: 'yy--c',
  memory_recall: 'yyc-c',
  memory_sources_list: 'yy--y',
  schedule_job: 'yy--n',
  update_job: 'yy--n',
  pause_job: 'yy--n',
  resume_job: 'yy--n',
  remove_job: 'yy--n',
  run_job_now: 'yy--n',
  list_jobs: 'yy-yy',
  list_job_runs: 'yy-yy',
  get_job_run: 'yy-yy',
  event_store: 'y----',
  event_update: 'y----',
  event_remove: 'y----',
  reminder_snooze: 'y----',
  event_list: 'yy--y',
  generate_image: 'yy-yy',
  send_attachment: 'y----',
  react: 'y-y--',
  tool_search: 'ccccc',
  tool_describe: 'ccccc',
  tool_call: 'ccccc',
  tool_result_recall: 'ccccc',
};

/** Every tool with a row. */
export const MATRIX_NAMES: readonly string[] = Object.keys(ROWS);

/** What the matrix says of a tool and a kind of caller; null for a tool without a row. */
export function matrixCell(name: string, kind: CallerKind): Cell | null {
  const letter = ROWS[name]?.[CALLER_KINDS.indexOf(kind)];
  return letter === undefined ? null : (CELLS[letter] ?? 'no');
}

/** Whether the matrix and the run's own list of allowed tools let this caller reach the tool. */
export function isOpenTo(name: string, caller: Caller): boolean {
  if (caller.allowedTools && !caller.allowedTools.includes(name)) return false;
  const cell = matrixCell(name, callerKind(caller));
  return cell === 'named' ? caller.allowedTools !== undefined : cell !== 'no';
}
