import type { ToolImage } from '../../protocol/conversation/entry.ts';
import type { Outcome, ToolCall } from '../../protocol/conversation/message.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type {
  Capability,
  Gate,
  PreparedCall,
  ToolContext,
  ToolFailure,
  ToolPicture,
  ToolResult,
} from '../registry/capability.ts';
import type { Surface } from '../registry/registry.ts';
import type { AgentPorts } from './agent-ports.ts';
import { cleanResultText, wellFormed } from './limit-text.ts';
import { untilAborted, within } from './race.ts';
import type { StoredTool } from './store-port.ts';

/** The loop's backstop for a call whose tool names none, ms. */
export const DEFAULT_DEADLINE_MS = 660_000;
/** How long a tool may take to settle after its signal fired, ms: Stop has two seconds in all. */
export const SETTLE_MS = 1_500;

export type FinishedCall = NonNullable<StoredTool['end']>;
type Ready = { ok: true; capability: Capability; prepared: PreparedCall };

/**
 * First phase: may end here with an error result, and then nothing has run. Malformed arguments, an unknown name, a
 * closed gate and invalid arguments are told apart.
 */
export function prepareCall(surface: Surface, call: ToolCall): Ready | ToolFailure {
  if (call.malformed) return malformed(call.malformed.code, call.name);
  const gate = surface.authorize(call.name);
  if (gate) return refusal(gate);
  const capability = surface.find(call.name);
  if (!capability)
    return refusal({ code: 'unknown_capability', text: `Unknown capability: ${call.name.slice(0, 100)}` });
  const prepared = capability.prepare(call.arguments);
  return prepared.ok ? { ok: true, capability, prepared } : prepared;
}

/**
 * Second phase: runs the tool under its deadline and the turn's signal. A tool that does not settle in time is left
 * behind; what it says afterwards is dropped. Never throws.
 */
export async function executeCall(
  ready: Ready,
  context: Omit<ToolContext, 'signal'> & { signal: AbortSignal },
  ports: Pick<AgentPorts, 'clock' | 'log'>,
): Promise<ToolResult> {
  const { name, deadlineMs = DEFAULT_DEADLINE_MS } = ready.capability;
  const ending = new AbortController();
  let open = true;
  const running = start(ready.prepared, {
    ...context,
    signal: ending.signal,
    report: (text) => {
      if (open) context.report(text);
    },
    showWorkers: (workers) => {
      if (open) context.showWorkers?.(workers);
    },
  }).catch((error: unknown) => bug(name, error, ending.signal, ports));
  const late = Symbol('late');
  try {
    const first = await untilAborted(within(running, deadlineMs, ports.clock, late), context.signal).catch(() => null);
    if (first !== null && first !== late) return first as ToolResult;
    ending.abort();
    const settled = await within(running, SETTLE_MS, ports.clock, null);
    if (first === late) return settled ?? timedOut(name, deadlineMs);
    return settled ? asStopped(settled) : stopped();
  } finally {
    open = false;
    ending.abort();
  }
}

/** Third phase: limits the text, stores the pictures, and gives the row its end. Never throws. */
export async function finishCall(
  result: ToolResult,
  ports: Pick<AgentPorts, 'images' | 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<FinishedCall> {
  const images: ToolImage[] = [];
  const imagesForModel: string[] = [];
  for (const picture of result.pictures ?? []) {
    const stored = await storePicture(picture, ports, signal);
    if (!stored) continue;
    images.push(stored);
    if (picture.forModel) imagesForModel.push(stored.image.id);
  }
  const remedy = result.ok ? undefined : result.remedy;
  return {
    at: ports.clock.now(),
    ok: result.ok,
    outcome: outcomeOf(result),
    ...(result.code === undefined ? {} : { code: result.code }),
    text: cleanResultText(result.text),
    images,
    imagesForModel,
    external: result.external === true,
    ...(remedy === undefined ? {} : { remedy }),
    ...(result.title === undefined ? {} : { title: oneLine(result.title) }),
    ...(result.report === undefined ? {} : { report: result.report }),
    ...(result.workers === undefined ? {} : { workers: result.workers }),
    ...(result.usage === undefined ? {} : { usage: result.usage }),
  };
}

/** The end of a call that was never run. */
export function unrunCall(code: string, text: string, at: number): FinishedCall {
  return { at, ok: false, outcome: 'stopped', code, text, images: [], imagesForModel: [], external: false };
}

/** The card's title: verb and object from the capability, else the name. One line, at most 200 characters. */
export function titleOf(capability: Capability | null, call: { name: string; arguments: JsonObject }): string {
  let title = call.name;
  try {
    title = capability?.title(call.arguments) || call.name;
  } catch {
    // The arguments are not those the tool knows; its name says enough.
  }
  return oneLine(title);
}

function oneLine(title: string): string {
  const line = wellFormed(title.replaceAll(/\s+/g, ' ').trim());
  return line.length > 200 ? `${wellFormed(line.slice(0, 199))}…` : line;
}

/** Inside an async function, so that a throw before the first await is a rejection too. */
async function start(prepared: PreparedCall, context: ToolContext): Promise<ToolResult> {
  return await prepared.run(context);
}

function malformed(code: 'cut_off' | 'invalid_json', name: string): ToolFailure {
  const why = code === 'cut_off' ? 'were cut off before their end' : 'are not valid JSON';
  const text = `The arguments of ${name.slice(0, 100)} ${why}. Nothing was run. Send the call again with complete JSON.`;
  return { ok: false, code, text, outcome: 'refused' };
}

function refusal(gate: Gate): ToolFailure {
  const remedy = gate.remedy === undefined ? {} : { remedy: gate.remedy };
  return { ok: false, code: gate.code, text: gate.text, outcome: 'refused', ...remedy };
}

function bug(name: string, error: unknown, signal: AbortSignal, ports: Pick<AgentPorts, 'log'>): ToolFailure {
  if (signal.aborted) return stopped();
  const words = error instanceof Error ? error.message : String(error);
  ports.log.error('tool_failed', { tool: name, error: words, stack: error instanceof Error ? error.stack : undefined });
  const text = `${name} failed by an error of its own: ${words.slice(0, 500)}`;
  return { ok: false, code: 'tool_error', text, outcome: 'failed' };
}

function timedOut(name: string, deadlineMs: number): ToolFailure {
  const text = `${name} did not end within ${Math.round(deadlineMs / 1000)} s and was abandoned. What it had begun may be half done.`;
  return { ok: false, code: 'timeout', text, outcome: 'failed' };
}

function stopped(): ToolFailure {
  return { ok: false, code: 'stopped', text: 'The owner stopped this call.', outcome: 'stopped' };
}

function asStopped(result: ToolResult): ToolResult {
  return result.ok || result.outcome !== undefined ? result : { ...result, outcome: 'stopped' };
}

function outcomeOf(result: ToolResult): Outcome {
  return result.outcome ?? (result.ok ? 'performed' : 'failed');
}

async function storePicture(
  picture: ToolPicture,
  ports: Pick<AgentPorts, 'images' | 'log'>,
  signal: AbortSignal,
): Promise<ToolImage | null> {
  const { data, mime, width, height, alt, role, point } = picture;
  const entry = { data, mime, width, height, ...(alt === undefined ? {} : { alt }) };
  try {
    const image = await untilAborted(ports.images.put(entry), signal);
    return { image, role, ...(point === undefined ? {} : { point }) };
  } catch (error) {
    if (!signal.aborted) ports.log.error('picture_not_stored', { error: String(error) });
    return null;
  }
}
