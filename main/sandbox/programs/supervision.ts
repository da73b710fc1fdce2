import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock, Ids } from '../../agent/ports.ts';
import { SET_CHILD_LIMIT } from './child-limit.ts';
import { endTree, GRACE_MS, send } from './end-tree.ts';
import { withOnlyDescriptors } from './only-descriptors.ts';
import { createPipes, type Pipe, type Pipes } from './pipes.ts';
import { linuxProcessTable } from './process-table.ts';
import { trackTree } from './process-tree.ts';

/** How one platform starts a program so that all of it can be ended again. */
export interface Supervision {
  /** Where its programs write to; absent where what Node makes for them will do. */
  readonly pipes?: Pipes;
  /** `output` comes from `pipes`. */
  start(request: StartRequest, output: Pipe | null): Started;
}

export interface StartRequest {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
}

export interface Started {
  child: ChildProcess;
  /** Both outputs of the program, in one stream or in two. */
  outputs: readonly Readable[];
  /** Ends the program and everything that came of it; resolves with the number still alive. Safe to call twice. */
  end(): Promise<number>;
}

export interface SupervisionDeps {
  clock: Clock;
  ids: Ids;
  /** A folder of our own for the marker files; they are unlinked at once. */
  temporaryDirectory: string;
  /** An open file that tells the host's own processes from the user's; handed to every child. */
  childMarkerFd?: number | undefined;
}

/** Marks live on high descriptors, out of the way of scripts that use 3 to 7. */
const PLACE_MARKS = `${SET_CHILD_LIMIT}; exec 2>&1 8<&3 9<&4`;
const LINUX_DESCRIPTORS = [0, 1, 2, 8, 9];

/** Looks while the program runs: they catch what leaves the tree and then closes its marker too. */
const FIRST_LOOKS = 40;
const FIRST_LOOK_MS = 50;
const LATER_LOOK_MS = 250;

/**
 * Linux: own session, a limit nothing can lift, a real pipe, no open file of the host but a marker on descriptor 8, the
 * tree read from /proc.
 */
export function linuxSupervision(deps: SupervisionDeps): Supervision {
  const table = linuxProcessTable;
  return {
    pipes: createPipes(deps),
    start({ file, args, cwd, env }, output) {
      const path = join(deps.temporaryDirectory, `.${deps.ids.next('run')}`);
      const marker = openSync(path, constants.O_RDONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      const startedAfter = table.now() - 1;
      try {
        const program = withOnlyDescriptors(LINUX_DESCRIPTORS, { file, args }, PLACE_MARKS);
        const child = spawn(program.file, program.args, {
          cwd,
          env,
          detached: true,
          stdio: ['ignore', output?.writeEnd ?? 'pipe', 'ignore', marker, deps.childMarkerFd ?? marker],
        });
        const tree = trackTree(table, child.pid ?? -1, startedAfter, readlinkSync(`/proc/self/fd/${marker}`));
        const stopLooking = keepLooking(tree.glance, deps.clock);
        let ending: Promise<number> | null = null;
        return {
          child,
          outputs: output ? [output.reader] : streamsOf(child),
          end() {
            stopLooking();
            ending ??= child.pid === undefined ? Promise.resolve(0) : endTree(tree, table, deps.clock);
            return ending;
          },
        };
      } finally {
        // From here on no other process that the host starts can inherit the marker.
        closeSync(marker);
        unlinkSync(path);
      }
    },
  };
}

const streamsOf = ({ stdout, stderr }: ChildProcess) => [stdout, stderr].filter((stream) => stream !== null);

function keepLooking(look: () => void, clock: Clock): () => void {
  const stop = new AbortController();
  const loop = async () => {
    for (let round = 0; !stop.signal.aborted; round += 1) {
      await clock.sleep(round < FIRST_LOOKS ? FIRST_LOOK_MS : LATER_LOOK_MS, stop.signal);
      look();
    }
  };
  loop().catch(() => undefined);
  return () => stop.abort();
}

/** macOS: own session and group, signalled as a group. What leaves its group is not found. Not yet run. */
export function groupSupervision(deps: SupervisionDeps): Supervision {
  return {
    start({ file, args, cwd, env }) {
      const child = spawn('/bin/sh', ['-c', 'exec "$@" 2>&1', 'fermix', file, ...args], {
        cwd,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return {
        child,
        outputs: streamsOf(child),
        async end() {
          if (child.pid === undefined) return 0;
          send(-child.pid, 'SIGTERM');
          await deps.clock.sleep(GRACE_MS);
          send(-child.pid, 'SIGKILL');
          return 0;
        },
      };
    },
  };
}

/** Windows: the tree is ended by the system's own tool. Not yet run. */
export function windowsSupervision(deps: SupervisionDeps): Supervision {
  return {
    start({ file, args, cwd, env }) {
      const child = spawn(file, args, { cwd, env, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
      return {
        child,
        outputs: streamsOf(child),
        async end() {
          if (child.pid === undefined || child.exitCode !== null) return 0;
          const killer = spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true });
          killer.on('error', () => child.kill());
          await deps.clock.sleep(GRACE_MS);
          return child.exitCode === null ? 1 : 0;
        },
      };
    },
  };
}

export function createSupervision(platform: NodeJS.Platform, deps: SupervisionDeps): Supervision {
  if (platform === 'linux') return linuxSupervision(deps);
  return platform === 'win32' ? windowsSupervision(deps) : groupSupervision(deps);
}
