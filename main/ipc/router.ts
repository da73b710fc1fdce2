import type { z } from 'zod';
import { type IpcHandlers, type Reply, type RouteName, routes } from '../../protocol/ipc/routes.ts';
import { issueWords } from '../../protocol/issue-words.ts';
import type { Log } from '../agent/ports.ts';
import { IpcRefusal } from './refusal.ts';

/** Where a request came from, as the runtime reports it; the page cannot choose any of it. */
export interface Sender {
  /** The window that was opened by the app, not a view or a page of anybody else. */
  ownWindow: boolean;
  /** Its top frame, not a frame inside the page. */
  topFrame: boolean;
  /** Address of that frame. */
  url: string;
}

export interface RouterPorts {
  /** Resolves when the host is ready; rejects with what is to be said when it could not start. */
  handlers(): Promise<IpcHandlers>;
  trusts(sender: Sender): boolean;
  log: Log;
}

/** Answers one request of the window: trusted sender, known route, valid input, handler, reply. Never rejects. */
export type Router = (sender: Sender, route: unknown, input: unknown) => Promise<Reply<unknown>>;

type AnyHandler = (input: unknown) => unknown;

export function createRouter(ports: RouterPorts): Router {
  return async (sender, route, input) => {
    if (!ports.trusts(sender)) {
      ports.log.warn('ipc.untrusted_sender', { url: sender.url.slice(0, 200) });
      return refuse('untrusted_sender', 'Only the app’s own window may call the host.');
    }
    if (!isRoute(route)) {
      return refuse('unknown_route', 'The window asked for something this version does not know.');
    }
    const parsed = routes[route].input.safeParse(input, { error: issueWords });
    if (!parsed.success) {
      ports.log.warn('ipc.invalid_input', { route, problems: problemsOf(parsed.error) });
      return refuse('invalid_input', describe(parsed.error));
    }
    return answer(ports, route, parsed.data);
  };
}

async function answer(ports: RouterPorts, route: RouteName, input: unknown): Promise<Reply<unknown>> {
  try {
    const handlers = await ports.handlers();
    // The input is the output of this very route's schema: the two tables share their keys, which types cannot follow.
    const handler = handlers[route] as AnyHandler;
    return { ok: true, value: await handler.call(handlers, input) };
  } catch (error) {
    return toReply(ports, route, error);
  }
}

function toReply(ports: RouterPorts, route: RouteName, error: unknown): Reply<unknown> {
  if (error instanceof IpcRefusal) {
    const { code, message, remedy } = error;
    return remedy === undefined ? { ok: false, code, message } : { ok: false, code, message, remedy };
  }
  ports.log.error('ipc.handler_failed', {
    route,
    error: error instanceof Error ? (error.stack ?? error.message) : error,
  });
  return refuse('internal', 'Something went wrong inside Fermix. The log has the details.');
}

function isRoute(route: unknown): route is RouteName {
  return typeof route === 'string' && Object.hasOwn(routes, route);
}

/** For the log: the fields and what is wrong with them, never a value. */
function problemsOf(error: z.ZodError): string[] {
  return error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'input'} ${issue.message}`);
}

/** What the owner calls the fields that can be written into. */
const FIELDS: Record<string, string> = {
  search: 'The search',
  title: 'The title',
  text: 'The message',
  images: 'The list of pictures',
  files: 'The list of files',
  path: 'The path',
  baseUrl: 'The address of the server',
  key: 'The key',
  model: 'The name of the model',
  url: 'The link',
  value: 'The value',
};

/** The owner never sees the names of routes and fields; what has no name of the owner's is a fault of the window. */
function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => {
    const field = FIELDS[String(issue.path[0])];
    return field && issue.path.length === 1 ? `${field} ${issue.message}.` : null;
  });
  const known = [...new Set(lines.filter((line) => line !== null))].slice(0, 3);
  const what = known.length > 0 ? known.join(' ') : 'The window asked for this in a way that is not understood.';
  return `${what} Nothing was changed.`;
}

function refuse(code: string, message: string): Reply<unknown> {
  return { ok: false, code, message };
}
