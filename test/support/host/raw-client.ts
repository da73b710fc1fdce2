// A client of the local socket that greets as it is told, makes the calls of one file and writes their answers to another.
// Arguments: SOCKET CALLS ANSWERS GREETING; the greeting is "init|self none|false|true": the pid it claims, and how it proves it.
import { openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connectLocal } from '../../../main/host/listen.ts';
import { CLIENT_LIMITS, createSocketTransport } from '../../../main/host/socket-transport.ts';
import { type LocalContract, localContract } from '../../../protocol/local/operations.ts';
import { createCaller } from '../../../protocol/rpc/caller.ts';
import type { Input, OperationName } from '../../../protocol/rpc/contract.ts';
import { RemoteError } from '../../../protocol/rpc/remote-error.ts';

const [path = '', asked = '', answered = '', greeting = ''] = process.argv.slice(2);
const [claim, proof] = greeting.split(' ');
const timers = { set: setTimeout, clear: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout) };
const socket = await connectLocal(path, 5_000);
if (!socket) throw new Error('nobody listens');
const caller = createCaller(localContract, createSocketTransport(socket, CLIENT_LIMITS), timers);
const options = { timeoutMs: 30_000 };
const hello = await caller.call('hello', { protocolVersion: 1, pid: claim === 'init' ? 1 : process.pid }, options);
if (proof === 'true' && hello.challenge !== null) openSync(hello.challenge, 'r');
if (proof !== 'none') await caller.call('prove', {}, options);
type Name = OperationName<LocalContract>;
const answers: object[] = [];
for (const [name, params] of JSON.parse(readFileSync(asked, 'utf8')) as [Name, Input<LocalContract, Name>][]) {
  try {
    answers.push({ ok: true, result: await caller.call(name, params, options) });
  } catch (error) {
    answers.push({ ok: false, code: error instanceof RemoteError ? error.code : 'unknown', message: String(error) });
  }
}
// The whole answer or nothing: somebody waits for the file.
writeFileSync(`${answered}.draft`, JSON.stringify(answers));
renameSync(`${answered}.draft`, answered);
process.exit(0);
