import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { Certificate } from './certificates.ts';

/** One request as it arrived. */
export interface Asked {
  host: string;
  path: string;
  range: string | null;
  ifRange: string | null;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real https server on this computer that answers for every name the test gives it. */
export interface ReleaseServer {
  port: number;
  asked: Asked[];
  /** What it does with the next requests. */
  answer: Answer;
  /** Resolves every name to this computer. */
  lookup: LookupFunction;
  close(): Promise<void>;
}

export async function startReleaseServer({ key, cert }: Certificate): Promise<ReleaseServer> {
  const asked: Asked[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    const { host = '', range = null, 'if-range': ifRange = null } = request.headers;
    asked.push({ host, path: request.url ?? '', range, ifRange: typeof ifRange === 'string' ? ifRange : null });
    started.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: ReleaseServer = {
    port: (server.address() as AddressInfo).port,
    asked,
    answer: (_, response) => void response.writeHead(404).end(),
    lookup: (_name, options, found) => {
      if (options.all === true) found(null, [{ address: '127.0.0.1', family: 4 }]);
      else found(null, '127.0.0.1', 4);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return started;
}

/** Serves a file as a release host does: with a strong ETag, and the rest of it on request. */
export function serveFile(content: Buffer, etag = '"one"'): Answer {
  return (request, response) => {
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
    const start = range && request.headers['if-range'] === etag ? Number(range[1]) : 0;
    const part = content.subarray(start);
    const headers = { etag, 'content-length': part.length, 'accept-ranges': 'bytes' };
    if (start === 0) response.writeHead(200, headers);
    else
      response.writeHead(206, {
        ...headers,
        'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
      });
    response.end(part);
  };
}

/** Sends the first bytes and breaks the connection once they have `arrived`. */
export function breakAfter(content: Buffer, bytes: number, arrived: () => boolean): Answer {
  return (_request, response) => {
    response.writeHead(200, { etag: '"one"', 'content-length': content.length });
    response.write(content.subarray(0, bytes));
    const timer = setInterval(() => {
      if (arrived()) response.socket?.destroy();
    }, 5);
    response.once('close', () => clearInterval(timer));
  };
}
