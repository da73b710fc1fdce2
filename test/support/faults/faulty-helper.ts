// Stands between the host and the real helper and spoils one message, counted from 0 as the host sends them:
// node faulty-helper.ts, with the plan in FAULT_PLAN. Run as the helper itself would be.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Fault, FaultPlan } from './fault-plan.ts';

const OUT = join(import.meta.dirname, '..', '..', '..', 'out', 'helper');
const OVER_THE_CAP = 34_000_000;

const plan = JSON.parse(process.env['FAULT_PLAN'] ?? '{}') as FaultPlan;
const child = spawn(join(OUT, 'node'), [join(OUT, 'index.mjs')], { stdio: ['pipe', 'pipe', 'inherit'], cwd: OUT });
const seen: Record<string, number> = {};
let spoiledId: string | null = null;

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

function isPlanned(message: Request): boolean {
  const action = message.params?.action?.action;
  const name = action ? `act ${action}` : (message.method ?? '');
  const count = seen[name] ?? 0;
  seen[name] = count + 1;
  return name === plan.message && count === plan.count;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Request;
  if (message.id && message.method && isPlanned(message)) {
    spoiledId = message.id;
    if (plan.fault === 'kill before') return void child.kill('SIGKILL');
    if (plan.fault === 'stop') child.kill('SIGSTOP');
  }
  child.stdin.write(`${line}\n`);
});

createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as Reply;
  if (spoiledId === null || message.id !== spoiledId) return say(line);
  spoiledId = null;
  spoil[plan.fault](line, message);
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
  late: (line) => setTimeout(() => say(line), plan.lateMs ?? 0),
};
