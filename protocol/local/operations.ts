import { z } from 'zod';
import type { NumberedEvent } from '../conversation/event.ts';
import type { SearchAnswer } from '../conversation/search.ts';
import type { DoctorRow, ToolInfo } from '../ipc/shapes.ts';
import type { JsonObject } from '../json.ts';

/** Raised when an older CLI and a newer host, or the other way round, would misunderstand each other. */
export const LOCAL_PROTOCOL_VERSION = 1;

/** Bytes of one frame from a client to the host, without its length. */
export const FRAME_LIMIT = 4 * 1024 * 1024;

/** The same from the host: a full megabyte of a tool's output fits, though JSON makes a control character six bytes. */
export const ANSWER_FRAME_LIMIT = 16 * 1024 * 1024;

/** Marks the type of an answer made by the host itself. */
function answer<T>(): z.ZodType<T> {
  return z.custom<T>();
}

/** The stable answer of `fermix tool --json`; `images` are absolute file paths. */
export const toolAnswer = z.object({
  ok: z.boolean(),
  code: z.string().optional(),
  text: z.string(),
  images: z.array(z.string()),
});
export type ToolAnswer = z.infer<typeof toolAnswer>;

/** How a question asked from a terminal came out. `failure` is set when the turn failed. */
export const askAnswer = z.object({
  conversationId: z.string(),
  text: z.string(),
  toolCalls: z.array(z.object({ name: z.string(), ok: z.boolean(), code: z.string().optional() })),
  result: z.enum(['completed', 'failed', 'stopped']),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
  /** The slash command that was carried out in place of a turn; its answer is `text`. */
  command: z.string().optional(),
});
export type AskAnswer = z.infer<typeof askAnswer>;

const absolutePath = z.string().min(1).max(4096);

/**
 * What a terminal may ask of the host over the local socket. Who asks is never a field: the host derives it from the
 * proven process. Refusals are RemoteErrors with a stable code and, in `data.remedy`, the remedy in words.
 */
export const localContract = {
  operations: {
    /** First call. `challenge` is a file the client must hold open when it calls `prove`; null where there is no /proc. */
    hello: {
      input: z.object({ protocolVersion: z.number().int(), pid: z.number().int().positive() }),
      output: z.object({
        protocolVersion: z.number().int(),
        appVersion: z.string(),
        role: z.enum(['app', 'cli']),
        pid: z.number().int(),
        challenge: z.string().nullable(),
      }),
    },
    /** The host looks whether the claimed process holds the challenge file; the answer says who it takes it for. */
    prove: {
      input: z.object({}),
      output: z.object({ attended: z.boolean(), selfStarted: z.boolean(), reason: z.string() }),
    },
    /** Stops what this connection has running; answers at once, the stopped calls answer when all has ended. */
    stop: { input: z.object({}), output: z.object({ stopped: z.number().int() }) },
    /** One message and its turn. `stop`, and the end of the connection, stop the turn and everything it started. */
    ask: {
      input: z.object({
        text: z.string().min(1).max(1_000_000),
        session: z.string().min(1).max(100).nullable(),
        directory: absolutePath,
        attach: z.array(absolutePath).max(10),
      }),
      output: askAnswer,
    },
    /** The answer of the person at the terminal to an `approval-start` event of a running `ask`. */
    approve: {
      input: z.object({ id: z.string().min(1).max(100), allow: z.boolean() }),
      output: z.object({ status: z.enum(['approved', 'denied', 'expired', 'failed']), text: z.string() }),
    },
    /** One tool call; stopped like a turn. */
    tool: {
      input: z.object({ name: z.string().min(1).max(100), input: z.custom<JsonObject>(), directory: absolutePath }),
      output: toolAnswer,
    },
    tools: { input: z.object({}), output: answer<ToolInfo[]>() },
    /** The history search; for the owner alone. */
    history: {
      input: z.object({ query: z.string().min(1).max(500), before: z.number().int().positive().nullable() }),
      output: answer<SearchAnswer>(),
    },
    doctor: { input: z.object({}), output: answer<DoctorRow[]>() },
    /** Checks a folder and answers its canonical path; changes nothing. */
    grantPreview: {
      input: z.object({ path: absolutePath }),
      output: z.object({ path: z.string(), alreadyAllowed: z.boolean() }),
    },
    /** Adds the folder. `confirmed` says how the owner agreed. */
    grantApply: {
      input: z.object({ path: absolutePath, confirmed: z.enum(['terminal', 'flag']) }),
      output: z.object({ path: z.string() }),
    },
    /** Brings the app's window to the front; `not_in_app` in a host started by the CLI. */
    focus: { input: z.object({}), output: z.object({ ok: z.boolean() }) },
    /** Asks a host started by the CLI to finish and give the home back; the app refuses with `app_is_running`. */
    handOver: { input: z.object({}), output: z.object({ ok: z.boolean() }) },
  },
  notifications: {
    /** Events of the conversation of a running `ask` of this connection. */
    event: z.custom<NumberedEvent>(),
    /** Live output of a running `tool` of this connection. */
    toolOutput: z.object({ text: z.string() }),
  },
};
export type LocalContract = typeof localContract;
