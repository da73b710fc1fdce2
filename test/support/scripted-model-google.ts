import type { TurnEvents } from './scripted-model-events.ts';
import type { SentResult } from './scripted-model-request.ts';
import type { Turn } from './scripted-model-turn.ts';

type Part = Record<string, unknown>;

const STOPS = { end: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' } as const;

/** Gemini's `streamGenerateContent`: every event is a response; calls come whole, thoughts are marked as such. */
export function googleEvents(turn: Turn, model: string, serial: number): TurnEvents {
  const base = { responseId: `resp_${serial}`, modelVersion: model };
  const event = (body: object) => `data: ${JSON.stringify({ ...base, ...body })}\n\n`;
  const parts = (list: Part[], rest: object = {}) =>
    event({ candidates: [{ index: 0, content: { role: 'model', parts: list }, ...rest }] });
  // An answer opens with a part that says nothing.
  const body = [parts([{ text: '' }])];
  if (turn.reasoning) body.push(parts([{ text: turn.reasoning, thought: true }]));
  const pieces = typeof turn.text === 'string' ? [turn.text] : (turn.text ?? []);
  for (const text of pieces) body.push(parts([{ text }]));
  turn.toolCalls?.forEach((call, place) => {
    const { name, arguments: input } = call;
    // Google gives the arguments as an object; a text that is none cannot be sent.
    const args = typeof input === 'string' ? { text: input } : input;
    const signature = turn.reasoning ? { thoughtSignature: Buffer.from(`sealed-${serial}`).toString('base64') } : {};
    body.push(parts([{ functionCall: { id: call.id ?? `call_${serial}_${place}`, name, args }, ...signature }]));
  });
  if (turn.declaredError) {
    const { type, message } = turn.declaredError;
    body.push(`data: ${JSON.stringify({ error: { code: 503, status: type, message } })}\n\n`);
  }
  return {
    body,
    end: [event({ candidates: [{ index: 0, finishReason: STOPS[turn.stop ?? 'end'] }], ...usageOf(turn) })],
  };
}

function usageOf(turn: Turn): object {
  const usage = turn.usage === undefined ? { input: 100, output: 20 } : turn.usage;
  if (!usage) return {};
  const prompt = usage.input + (usage.cacheRead ?? 0);
  const thoughts = usage.reasoning ?? 0;
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      cachedContentTokenCount: usage.cacheRead ?? 0,
      candidatesTokenCount: usage.output - thoughts,
      thoughtsTokenCount: thoughts,
      totalTokenCount: prompt + usage.output,
    },
  };
}

/** What a test asks for, out of Gemini's `contents`. */
export function parseGoogle(body: Record<string, unknown>): {
  system: string;
  tools: string[];
  userText: string;
  userImages: { mime: string; data: string }[];
  results: SentResult[];
} {
  const contents = list(body['contents']);
  const latest = contents.slice(contents.findLastIndex((one) => one['role'] === 'model') + 1);
  const parts = latest.flatMap((one) => list(one['parts']));
  const answers = parts.filter((part) => part['functionResponse'] !== undefined);
  const results = answers.map((part): SentResult => {
    const answer = part['functionResponse'] as Part;
    const response = answer['response'] as Part;
    const text = String(response['output'] ?? response['error'] ?? '');
    return { callId: String(answer['id'] ?? answer['name']), text, images: imagesOf(list(answer['parts'])) };
  });
  // Older models take pictures of results in a message of their own.
  const loose = imagesOf(parts);
  const last = results.at(-1);
  if (last && last.images.length === 0) last.images = loose;
  const system = body['systemInstruction'] as { parts?: unknown } | undefined;
  return {
    system: textOf(list(system?.parts)),
    tools: list(body['tools'])
      .flatMap((tool) => list(tool['functionDeclarations']))
      .map((one) => String(one['name'])),
    userText: textOf(parts),
    userImages: last ? [] : loose,
    results,
  };
}

function list(value: unknown): Part[] {
  return Array.isArray(value) ? (value as Part[]) : [];
}

function textOf(parts: Part[]): string {
  return parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
}

function imagesOf(parts: Part[]): { mime: string; data: string }[] {
  return parts.flatMap((part) => {
    const data = part['inlineData'] as Part | undefined;
    return data ? [{ mime: String(data['mimeType']), data: String(data['data']) }] : [];
  });
}
