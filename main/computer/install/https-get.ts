import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';

/** How an archive is asked for over https; certificates are always checked, against `ca` where it is given. */
export interface HttpsOptions {
  /** Authorities instead of the system's; tests have their own. */
  ca?: string;
  /** Addresses of names; tests have their own. */
  lookup?: LookupFunction;
}

export interface HttpsAnswer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Buffer>;
  /** Ends the connection, whether the body was read or not. */
  close(): void;
}

/** Sends one GET on a connection of its own and follows nothing. `connected` is called once the connection is secure. */
export type HttpsGet = (
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
  connected: () => void,
) => Promise<HttpsAnswer>;

export function createHttpsGet(options: HttpsOptions = {}): HttpsGet {
  return (url, headers, signal, connected) =>
    new Promise((resolve, reject) => {
      const agent = new Agent({ keepAlive: false });
      const asked = request(url, {
        method: 'GET',
        agent,
        headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'Fermix' },
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
        signal,
        ...(options.ca === undefined ? {} : { ca: options.ca }),
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      });
      const close = () => {
        asked.destroy();
        agent.destroy();
      };
      asked.on('socket', (socket) => socket.once('secureConnect', connected));
      asked.on('error', (error) => {
        close();
        reject(signal.aborted ? signal.reason : error);
      });
      asked.on('response', (answer) => resolve({ ...describe(answer), body: answer, close }));
      asked.end();
    });
}

function describe(answer: IncomingMessage): Pick<HttpsAnswer, 'status' | 'headers'> {
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(headers) };
}
