import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { greet } from '../../../../main/host/attach.ts';
import { createClients } from '../../../../main/host/clients.ts';
import type { LocalServices } from '../../../../main/host/local-services.ts';
import { linkedTransports, type Transport } from '../../../../protocol/rpc/transport.ts';
import { createManualClock, settle } from '../../../support/manual-clock.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let runDirectory: string;
beforeEach(() => {
  runDirectory = mkdtempSync(join(tmpdir(), 'fermix-clients-'));
});
afterEach(() => rmSync(runDirectory, { recursive: true, force: true }));

/** Nothing is asked of the services here. */
const services = new Proxy({} as LocalServices, {
  get(_, name) {
    throw new Error(`${String(name)} was asked for`);
  },
});

function open() {
  const clock = createManualClock();
  const clients = createClients({ services, appVersion: '1', role: 'app', runDirectory, clock, log: SILENT });
  const line = () => {
    const [theirs, ours] = linkedTransports();
    clients.accept(ours);
    return theirs;
  };
  return { clock, clients, line };
}

function watch(transport: Transport): { closed: string | null } {
  const state: { closed: string | null } = { closed: null };
  transport.onClose((reason) => {
    state.closed = reason;
  });
  return state;
}

it('cuts off a client that does not show who it is in five seconds, greeted or not, and no other', async () => {
  const { clock, line } = open();
  const proven = line();
  await greet(proven);
  const kept = watch(proven);
  const silent = watch(line());
  const greeted = line();
  const half = watch(greeted);
  greeted.send(
    JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'hello', params: { protocolVersion: 1, pid: process.pid } }),
  );
  await clock.advance(4_999);
  expect([silent.closed, half.closed]).toEqual([null, null]);
  await clock.advance(1);
  expect([silent.closed, half.closed]).toEqual([expect.any(String), expect.any(String)]);
  await clock.advance(3_600_000);
  expect(kept.closed).toBeNull();
  expect(readdirSync(runDirectory)).toEqual([]);
});

it('gives the place of a silent client to one that comes when all are taken', async () => {
  const { line } = open();
  const silent = Array.from({ length: 64 }, () => watch(line()));
  const connection = await greet(line());
  expect(connection.role).toBe('app');
  expect(silent.filter((one) => one.closed !== null)).toHaveLength(1);
  await connection.close();
});

it('turns a new one away when every place is held by somebody who showed who they are', async () => {
  const { line } = open();
  for (let count = 0; count < 64; count += 1) await greet(line());
  const late = watch(line());
  await settle();
  expect(late.closed).toMatch(/no more/);
});
