// Stands between the host and the real helper and spoils the message that the plan in the file FAULT_PLAN names.
// The file goes when that message came. Run as the helper itself would be.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Fault, FaultPlan } from './fault-plan.ts';

const OUT = join(import.meta.dirname, '..', '..', '..', 'out', 'helper');
const OVER_THE_CAP = 34_000_000;

/** Longer than the host waits in these tests. */
const LATE_MS = 3_000;

const planFile = process.env['FAULT_PLAN'] ?? '';
const child = spawn(join(OUT, 'node'), [join(OUT, 'index.mjs')], { stdio: ['pipe', 'pipe', 'inherit'], cwd: OUT });
let spoiled: { id: string; fault: Fault } | null = null;

/** Dies with the helper, the way it died. */
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
process.stdin.on('end', () => child.stdin.end());

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Request {
  id?: string;
  method?: string;
  params?: { action?: { action?: string } };
}

/** The fault that this message is to have; its plan is used up then. */
function plannedFor(message: Request): Fault | null {
  let plan: FaultPlan;
  try {
    plan = JSON.parse(readFileSync(planFile, 'utf8')) as FaultPlan;
  } catch {
    return null;
  }
  const action = message.params?.action?.action;
  if ((action ? `act ${action}` : message.method) !== plan.message) return null;
  rmSync(planFile);
  return plan.fault;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Request;
  const fault = message.id && message.method ? plannedFor(message) : null;
  if (fault) {
    spoiled = { id: message.id ?? '', fault };
    if (fault === 'kill before') return void child.kill('SIGKILL');
    if (fault === 'stop') child.kill('SIGSTOP');
  }
  child.stdin.write(`${line}\n`);
});

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as Reply;
  if (spoiled === null || message.id !== spoiled.id) return say(line);
  const { fault } = spoiled;
  spoiled = null;
  spoil[fault](line, message);
});

type Reply = { id: string; result?: Record<string, unknown>; error?: { data?: Record<string, unknown> } };

/** What comes instead of the reply. */
const spoil: Record<Fault, (line: string, reply: Reply) => void> = {
  'kill before': () => undefined,
  stop: () => undefined,
  'kill after': () => child.kill('SIGKILL'),
  'no JSON': () => say('{"jsonrpc": "2.0", "id": '),
  'not an object': () => say('[1, 2, 3]'),
  'over the cap': () => say('x'.repeat(OVER_THE_CAP)),
  'unknown id': (_line, reply) => say(JSON.stringify({ ...reply, id: 'r9999' })),
  'wrong shape': (_line, reply) => say(JSON.stringify({ jsonrpc: '2.0', id: reply.id, result: { ok: 'perhaps' } })),
  'no receipt': (_line, reply) => {
    const { receipt: _, ...result } = reply.result ?? {};
    say(
      JSON.stringify({
        ...reply,
        ...(reply.result ? { result } : {}),
        ...(reply.error ? { error: { ...reply.error, data: { code: 'own_window' } } } : {}),
      }),
    );
  },
  'an error without a receipt': (_line, reply) =>
    say(
      JSON.stringify({
        jsonrpc: '2.0',
        id: reply.id,
        error: { code: -32000, message: 'x', data: { code: 'own_window' } },
      }),
    ),
  'another generation': (_line, reply) =>
    say(JSON.stringify({ ...reply, result: { ...reply.result, generation: 'another' } })),
  twice: (line) => {
    say(line);
    say(line);
  },
  late: (line) => setTimeout(() => say(line), LATE_MS),
};
