import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TurnEvents, turnEvents } from './scripted-model-events.ts';
import { parseRequest, type RecordedRequest } from './scripted-model-request.ts';
import type { ScriptedFormat, Turn } from './scripted-model-turn.ts';

export type { RecordedRequest, SentResult } from './scripted-model-request.ts';
export type { ScriptedCall, ScriptedFormat, Turn } from './scripted-model-turn.ts';

/** Answers in order, or one made from each request. A list that has run out answers with status 400. */
export type Script = Turn[] | ((request: RecordedRequest, index: number) => Turn | Promise<Turn>);

export interface ScriptedModelOptions {
  /** Decides `url` alone: every format is served at its own path. */
  format: ScriptedFormat;
  script: Script;
  /** Ids for the model list; default `scripted-1`. */
  models?: string[];
  /** When set, a request without this key is answered 401. */
  key?: string;
  /** Default true: the product's verification question is answered by itself and uses no turn of the script. */
  answerVerification?: boolean;
  /** Further JSON answers by path, for example `/api/show`. */
  pages?: Record<string, unknown>;
  port?: number;
}

export interface ScriptedModel {
  /** The base address to connect to: with `/v1` (Google: `/v1beta`) but for Anthropic. */
  url: string;
  port: number;
  /** Model calls in the order they came, without verification questions. */
  requests: RecordedRequest[];
  verifications: RecordedRequest[];
  /** Resolves with the request number `count` (from 1) once it has come. */
  waitForRequest(count: number): Promise<RecordedRequest>;
  close(): Promise<void>;
}

const PATHS: Record<string, ScriptedFormat> = {
  '/v1/messages': 'anthropic',
  '/v1/responses': 'openai-responses',
  '/v1/chat/completions': 'chat-completions',
};

const GOOGLE_PATH = /^\/v1beta\/models\/([^/:]+):streamGenerateContent$/;

/** A model provider on loopback that plays a script in the real wire formats. Close it at the end of the test. */
export async function createScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const state = new ScriptState(options);
  const server = createServer((request, response) => {
    state.handle(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: options.format === 'anthropic' ? origin : `${origin}/${options.format === 'google' ? 'v1beta' : 'v1'}`,
    port,
    requests: state.requests,
    verifications: state.verifications,
    waitForRequest: (count) => state.waitForRequest(count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class ScriptState {
  readonly requests: RecordedRequest[] = [];
  readonly verifications: RecordedRequest[] = [];
  readonly #options: ScriptedModelOptions;
  #waiting: { count: number; resolve(request: RecordedRequest): void }[] = [];
  #serial = 0;

  constructor(options: ScriptedModelOptions) {
    this.#options = options;
  }

  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
    const text = await readBody(incoming);
    const page = this.#options.pages?.[path];
    if (page !== undefined) return sendJson(response, 200, page);
    if (!this.#isAllowed(incoming)) {
      return sendJson(response, 401, { error: { type: 'authentication_error', message: 'invalid key' } });
    }
    if (path === '/v1/models' && incoming.method === 'GET') return sendJson(response, 200, this.#modelList());
    if (path === '/v1beta/models') return sendJson(response, 200, this.#googleList());
    const [, googleModel] = GOOGLE_PATH.exec(path) ?? [];
    const format = googleModel === undefined ? PATHS[path] : 'google';
    if (!format || incoming.method !== 'POST') return sendJson(response, 404, { error: { message: 'no such page' } });
    const hungUp = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    const request = parseRequest(
      format,
      incoming.headers,
      JSON.parse(text) as Record<string, unknown>,
      hungUp,
      googleModel,
    );
    this.#serial += 1;
    await play(response, request, await this.#nextTurn(request), this.#serial);
  }

  waitForRequest(count: number): Promise<RecordedRequest> {
    const known = this.requests[count - 1];
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve });
    });
  }

  async #nextTurn(request: RecordedRequest): Promise<Turn> {
    if (request.isVerification && this.#options.answerVerification !== false) {
      this.verifications.push(request);
      return { text: 'ready' };
    }
    const index = this.requests.push(request) - 1;
    for (const { count, resolve } of this.#waiting) {
      if (count === index + 1) resolve(request);
    }
    this.#waiting = this.#waiting.filter(({ count }) => count !== index + 1);
    const { script } = this.#options;
    if (typeof script === 'function') return await script(request, index);
    return (
      script[index] ?? { error: { status: 400, body: { error: { message: `the script has no turn ${index + 1}` } } } }
    );
  }

  #isAllowed(incoming: IncomingMessage): boolean {
    const { key } = this.#options;
    if (key === undefined) return true;
    const { 'x-goog-api-key': google } = incoming.headers;
    return (
      google === key || incoming.headers['x-api-key'] === key || incoming.headers.authorization === `Bearer ${key}`
    );
  }

  #googleList(): object {
    const models = this.#options.models ?? ['scripted-1'];
    return {
      models: models.map((id) => ({
        name: `models/${id}`,
        displayName: id,
        inputTokenLimit: 50_000,
        outputTokenLimit: 4_000,
        supportedGenerationMethods: ['generateContent'],
      })),
    };
  }

  #modelList(): object {
    const models = this.#options.models ?? ['scripted-1'];
    return { object: 'list', data: models.map((id) => ({ id, object: 'model', type: 'model', display_name: id })) };
  }
}

async function play(response: ServerResponse, request: RecordedRequest, turn: Turn, serial: number): Promise<void> {
  if (turn.cut === 'connection') return void response.socket?.destroy();
  if (turn.hang === 'head') return;
  if (turn.error) {
    const body = turn.error.body ?? {
      type: 'error',
      error: { type: 'api_error', message: `status ${turn.error.status}` },
    };
    return sendJson(response, turn.error.status, body, turn.error.headers);
  }
  response.writeHead(200, { 'content-type': turn.contentType ?? 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  if (turn.cut === 'head') return void response.socket?.destroy();
  const events = turnEvents(request.format, turn, request.model, serial);
  await send(response, body(events, turn), turn.slowBytes === true);
  if (turn.hang === 'body') return;
  if (turn.cut === 'end') {
    // What was written must arrive before the connection dies.
    await new Promise<void>((resolve) => response.write(': last\n\n', () => resolve()));
    return void response.socket?.destroy();
  }
  const isEnded = turn.unfinished || turn.declaredError !== undefined;
  if (!isEnded) await send(response, events.end.join(''), turn.slowBytes === true);
  response.end();
}

function body(events: TurnEvents, turn: Turn): string {
  return events.body.join('') + (turn.malformed ? 'data: {"type": "content_block_delta", oops}\n\n' : '');
}

async function send(response: ServerResponse, text: string, isSlow: boolean): Promise<void> {
  if (!isSlow) return void response.write(text);
  response.socket?.setNoDelay(true);
  for (const byte of Buffer.from(text)) {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => response.write(Buffer.of(byte), () => setImmediate(resolve)));
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
