import { z } from 'zod';
import type { ConversationPage, ConversationState, ConversationSummary, Entry } from '../conversation/entry.ts';
import type { ImageRef } from '../conversation/message.ts';
import type { Recording, RecordingSummary } from '../conversation/recording.ts';
import type { SearchAnswer } from '../conversation/search.ts';
import * as memory from './memory.ts';
import * as shapes from './shapes.ts';
import type { TurnTrace } from './trace.ts';

/** Marks the type of an answer made by the host itself, which the window need not check again. */
function answer<T>(): z.ZodType<T> {
  return z.custom<T>();
}

const conversation = z.object({ conversationId: z.string().min(1).max(100) });

const turn = conversation.extend({
  turnId: z.string().min(1).max(100),
  /** When it began, ms since 1970: traces are kept by day. */
  at: z.number().int().nonnegative().max(8_640_000_000_000_000),
});

const recording = z.object({ id: z.string().min(1).max(100) });

/** Every call the window may make: `noun.verb`, input schema, output type. Adding one is this line and its handler. */
export const routes = {
  'conversation.list': { input: z.object({ search: z.string().max(500) }), output: answer<ConversationSummary[]>() },
  'conversation.create': { input: z.object({}), output: answer<ConversationState>() },
  /** The newest page of the conversation and its running turn. */
  'conversation.open': { input: conversation, output: answer<ConversationState>() },
  /** Older entries; `before` is that of the oldest page held. */
  'conversation.page': {
    input: conversation.extend({ before: z.number().int().positive() }),
    output: answer<ConversationPage>(),
  },
  /** Everything said and done, newest first. Every word must begin a word; quoted ones must follow each other. */
  'history.search': {
    input: z.object({ query: z.string().max(500), before: z.number().int().positive().nullable() }),
    output: answer<SearchAnswer>(),
  },
  'conversation.delete': { input: conversation, output: answer<null>() },
  'conversation.rename': { input: conversation.extend({ title: z.string().min(1).max(200) }), output: answer<null>() },
  /**
   * Accepted means stored: the entry survives a crash from here on. A slash command is carried out at once and answers
   * with its line; `now` joins the running turn.
   */
  'conversation.send': {
    input: conversation.extend({
      clientId: z.string().min(1).max(100),
      text: z.string().max(1_000_000),
      images: z.array(z.string().max(100)).max(10),
      files: z.array(z.object({ path: z.string().max(4096) })).max(10),
      when: z.enum(['queue', 'now']).optional(),
    }),
    output: answer<Entry>(),
  },
  /** The slash commands of this owner at the window. */
  'command.list': { input: z.object({}), output: answer<shapes.CommandInfo[]>() },
  /** Every conversation and background task; the counts of what was ended. */
  'conversation.stop-all': {
    input: z.object({}),
    output: answer<{ turns: number; waiting: number; background: number }>(),
  },
  'conversation.stop': { input: conversation, output: answer<{ stopped: boolean }>() },
  /** Takes back a message that waits for the running turn; `not_queued` when its own turn has begun. */
  'conversation.unqueue': { input: conversation.extend({ id: z.string().min(1).max(100) }), output: answer<null>() },
  /** The full text of a tool result, at most 1 MiB. */
  'tool-result.read': {
    input: conversation.extend({ callId: z.string().max(1000) }),
    output: answer<{ text: string }>(),
  },
  /** Pasted or dropped bytes; answers the stored picture or refuses with `not_an_image`, `image_too_large`. */
  'image.add': {
    input: z.object({ name: z.string().max(500), data: z.instanceof(Uint8Array) }),
    output: answer<ImageRef>(),
  },
  /** Bytes of a stored picture; `image_gone` when the retention rule has removed it. */
  'image.read': { input: z.object({ id: z.string().max(100) }), output: answer<{ mime: string; data: Uint8Array }>() },
  /** Recorded sessions of computer use, newest first; the search matches conversations and the words of steps. */
  'recording.list': { input: z.object({ search: z.string().max(500) }), output: answer<RecordingSummary[]>() },
  /** `recording_gone` when it was deleted or its time is over. */
  'recording.open': { input: recording, output: answer<Recording>() },
  'recording.delete': { input: recording, output: answer<null>() },
  /** All but those that still run. */
  'recording.delete-all': { input: z.object({}), output: answer<null>() },
  /** Asks for a folder by the system's dialog and writes the recording there; null when the owner cancelled. */
  'recording.export': { input: recording, output: answer<{ folder: string | null }>() },
  /** Everything remembered, newest first, or the best first for a search; at most 500. */
  'memory.list': { input: memory.memoryList, output: answer<memory.MemoryItem[]>() },
  /** `memory_gone`, `key_taken`, `profile_over_cap`, or a refusal of the tool memory_store. */
  'memory.change': { input: memory.memoryChange, output: answer<memory.MemoryItem>() },
  /** Hides it from the agent, or shows it again. */
  'memory.archive': { input: memory.memoryArchive, output: answer<null>() },
  'memory.delete': { input: memory.memoryOne, output: answer<null>() },
  /** Asks for a place by the system's dialog and writes everything there; null when the owner cancelled. */
  'memory.export': { input: memory.memoryExport, output: answer<{ path: string | null }>() },
  'memory.state': { input: z.object({}), output: answer<memory.MemoryState>() },
  /** Reviews what waits now; answers when that is over. */
  'memory.review': { input: z.object({}), output: answer<memory.MemoryState>() },
  /** The timeline of a turn: its model calls and tool calls. */
  'trace.read': { input: turn, output: answer<TurnTrace>() },
  /** Asks for a folder and writes the timeline there as `trace.json`; null when the owner cancelled. */
  'trace.export': { input: turn, output: answer<{ folder: string | null }>() },
  /** Asks for a folder and writes the diagnostics bundle there; null when the owner cancelled. */
  'diagnostics.export': { input: z.object({}), output: answer<{ folder: string | null }>() },
  'approval.answer': {
    input: z.object({ id: z.string().max(100), allow: z.boolean() }),
    output: answer<{ status: 'approved' | 'denied' | 'expired' | 'failed'; text: string }>(),
  },
  'tool.list': { input: z.object({}), output: answer<shapes.ToolInfo[]>() },
  /** Runs a tool by hand, as the attended owner, in the given conversation or outside any. */
  'tool.run': {
    input: z.object({
      name: z.string().max(100),
      input: z.record(z.string(), z.unknown()),
      runId: z.string().max(100),
    }),
    output: answer<shapes.ToolRunResult>(),
  },
  'tool.stop': { input: z.object({ runId: z.string().max(100) }), output: answer<null>() },
  'skill.list': { input: z.object({}), output: answer<shapes.SkillsState>() },
  /** The instructions of a skill, or one of its references. */
  'skill.view': {
    input: z.object({ name: z.string().min(1).max(100), file: z.string().min(1).max(100).optional() }),
    output: answer<{ text: string; references: string[] }>(),
  },
  /** Writes a starter into the owner's folder and reads the skills anew. */
  'skill.create': {
    input: z.object({ name: z.string().max(200), description: z.string().max(4_000) }),
    output: answer<shapes.SkillsState>(),
  },
  'skill.reload': {
    input: z.object({}),
    output: answer<{ state: shapes.SkillsState; added: string[]; removed: string[]; changed: string[] }>(),
  },
  /** Shows the folder of a skill, or that of all own ones, in the file manager. */
  'skill.open-folder': { input: z.object({ name: z.string().max(100).nullable() }), output: answer<null>() },
  'model.state': { input: z.object({}), output: answer<shapes.ModelState>() },
  /** Looks for model servers on this computer's usual ports; at most two seconds. */
  'model.discover': { input: z.object({}), output: answer<shapes.LocalServer[]>() },
  'model.list': {
    input: z.object({ provider: z.string().max(50), baseUrl: z.string().max(2000).optional() }),
    output: answer<shapes.ModelChoice[]>(),
  },
  /** Verifies by a real call, then saves. The key goes to the keychain and never comes back. */
  'model.connect': { input: shapes.modelConnect, output: answer<shapes.ConnectResult>() },
  'model.disconnect': { input: z.object({ provider: z.string().max(50) }), output: answer<shapes.ModelState>() },
  /** Which model helpers, jobs or meetings use; counts from the next run on. */
  'model.route': { input: shapes.modelRoute, output: answer<shapes.ModelState>() },
  'model.fallbacks': { input: shapes.modelFallbacks, output: answer<shapes.ModelState>() },
  'model.select': { input: shapes.modelSelect, output: answer<shapes.ModelState>() },
  /** What the system allows. `fresh` looks again; otherwise an answer may be up to 15 s old. Never prompts. */
  'permission.check': {
    input: z.object({ fresh: z.boolean().optional() }),
    output: answer<shapes.PermissionRow[]>(),
  },
  /** Has the system show its questions for what is not granted; only from a press on a button. */
  'permission.request': { input: z.object({}), output: answer<shapes.PermissionRow[]>() },
  'doctor.run': { input: z.object({}), output: answer<shapes.DoctorRow[]>() },
  'computer.state': { input: z.object({}), output: answer<shapes.ComputerState>() },
  /** Switching on installs the helper first where it is missing; the state tells how far it is. */
  'computer.enable': { input: z.object({ enabled: z.boolean() }), output: answer<shapes.ComputerState>() },
  /** Installs, updates or repairs the helper. Refused with a `code` of docs/installation.md. */
  'computer.install': { input: z.object({}), output: answer<shapes.ComputerState>() },
  'computer.cancel-install': { input: z.object({}), output: answer<shapes.ComputerState>() },
  /** Switches off, ends every session and removes all files of the helper. */
  'computer.remove': { input: z.object({}), output: answer<shapes.ComputerState>() },
  'computer.pause': { input: z.object({}), output: answer<shapes.ControlResult>() },
  'computer.resume': { input: z.object({}), output: answer<shapes.ControlResult>() },
  'settings.read': { input: z.object({}), output: answer<shapes.SettingsState>() },
  'settings.write': { input: shapes.settingsWrite, output: answer<shapes.SettingsState>() },
  'grant.add': { input: z.object({ path: z.string().min(1).max(4096) }), output: answer<shapes.SettingsState>() },
  'grant.remove': { input: z.object({ path: z.string().min(1).max(4096) }), output: answer<shapes.SettingsState>() },
  'app.info': { input: z.object({}), output: answer<shapes.AppInfo>() },
  /** http, https and mailto only; opens the system's browser. */
  'app.open-link': { input: z.object({ url: z.string().max(4096) }), output: answer<null>() },
  'app.choose-files': { input: z.object({}), output: answer<{ path: string; name: string; bytes: number }[]>() },
  'app.confirm-close': { input: z.object({ quit: z.boolean() }), output: answer<null>() },
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type RouteInput<N extends RouteName> = z.input<Routes[N]['input']>;
export type RouteParsed<N extends RouteName> = z.output<Routes[N]['input']>;
export type RouteOutput<N extends RouteName> = z.output<Routes[N]['output']>;

/** One required function per route; a route without a handler does not compile. A refusal is thrown as an IpcRefusal. */
export type IpcHandlers = { [N in RouteName]: (input: RouteParsed<N>) => Promise<RouteOutput<N>> | RouteOutput<N> };

/** What crosses the bridge: nothing is thrown over it. */
export type Reply<T> =
  | { ok: true; value: T }
  | { ok: false; code: string; message: string; remedy?: shapes.RemedyShape };
