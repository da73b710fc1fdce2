import type { ScriptedFormat } from './scripted-model-turn.ts';

type Part = Record<string, unknown>;

/**
 * What a provider of this format would refuse in a request: calls without a result, results without a call, one id
 * twice, empty texts, an order the format does not know. Empty when it would take it.
 */
export function refusals(format: ScriptedFormat, body: Record<string, unknown>): string[] {
  return VALIDATORS[format](body);
}

const VALIDATORS: Record<ScriptedFormat, (body: Record<string, unknown>) => string[]> = {
  anthropic: validateAnthropic,
  'openai-responses': validateResponses,
  'chat-completions': validateCompletions,
  google: validateGoogle,
};

const CALL_ID = /^[a-zA-Z0-9_-]{1,64}$/;

function list(value: unknown): Part[] {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? (value as Part[]) : [];
}

/** Every call is answered once, right after it, and nothing else is. */
function checkAnswers(calls: readonly string[], results: readonly string[], where: string): string[] {
  const problems = calls.filter((id) => !results.includes(id)).map((id) => `${where}: no result for ${id}`);
  problems.push(...results.filter((id) => !calls.includes(id)).map((id) => `${where}: result of nothing, ${id}`));
  if (new Set(results).size !== results.length) problems.push(`${where}: a result twice`);
  return problems;
}

function repeated(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `call id ${id} twice`);
}

/** Neighbouring messages of one role are joined by the provider, so they are fine. */
function validateAnthropic(body: Record<string, unknown>): string[] {
  const messages = list(body['messages']);
  const problems: string[] = messages[0]?.['role'] === 'user' ? [] : ['the first message is not the user’s'];
  const ids: string[] = [];
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const where = `message ${index}`;
    const content = list(message['content']);
    if (content.length === 0) problems.push(`${where}: empty`);
    for (const part of content) {
      if (part['type'] === 'text' && String(part['text']).trim() === '') problems.push(`${where}: blank text`);
    }
    const results = content.filter((part) => part['type'] === 'tool_result');
    if (results.length > 0 && content.slice(0, results.length).some((part) => part['type'] !== 'tool_result')) {
      problems.push(`${where}: results are not first`);
    }
    if (message['role'] === 'user') {
      problems.push(
        ...checkAnswers(
          open,
          results.map((part) => String(part['tool_use_id'])),
          where,
        ),
      );
      open = [];
    } else {
      const calls = content.filter((part) => part['type'] === 'tool_use');
      open = calls.map((part) => String(part['id']));
      ids.push(...open);
      problems.push(...open.filter((id) => !CALL_ID.test(id)).map((id) => `${where}: id ${id}`));
      if (calls.some((part) => typeof part['input'] !== 'object' || part['input'] === null))
        problems.push(`${where}: input`);
    }
  }
  if (messages.at(-1)?.['role'] !== 'user') problems.push('the last message is not the user’s');
  return [...problems, ...repeated(ids)];
}

function validateResponses(body: Record<string, unknown>): string[] {
  const input = list(body['input']);
  const calls = input.filter((item) => item['type'] === 'function_call');
  const results = input.filter((item) => item['type'] === 'function_call_output');
  const ids = calls.map((item) => String(item['call_id']));
  const problems = checkAnswers(
    ids,
    results.map((item) => String(item['call_id'])),
    'input',
  );
  for (const [index, item] of input.entries()) {
    if (item['type'] === 'function_call') problems.push(...checkArguments(item['arguments'], `item ${index}`));
    if (item['type'] !== 'function_call_output') continue;
    const before = input.slice(0, index);
    if (!before.some((one) => one['type'] === 'function_call' && one['call_id'] === item['call_id'])) {
      problems.push(`item ${index}: a result before its call`);
    }
  }
  for (const [index, item] of input.entries()) {
    const isSaid = item['role'] === 'user' || item['role'] === 'assistant';
    const blank = list(item['content']).some((part) => 'text' in part && String(part['text']).trim() === '');
    if (isSaid && (blank || list(item['content']).length === 0)) problems.push(`item ${index}: blank text`);
  }
  return [...problems, ...repeated(ids)];
}

function checkArguments(value: unknown, where: string): string[] {
  try {
    const read: unknown = JSON.parse(String(value));
    return typeof read === 'object' && read !== null ? [] : [`${where}: arguments are no object`];
  } catch {
    return [`${where}: arguments are no JSON`];
  }
}

function validateCompletions(body: Record<string, unknown>): string[] {
  const messages = list(body['messages']);
  const problems: string[] = [];
  const ids: string[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index] ?? {};
    const where = `message ${index}`;
    if (message['role'] === 'tool') problems.push(`${where}: a result without its calls`);
    const calls = list(message['tool_calls']);
    const text = list(message['content']);
    const isBlank = text.every((part) => 'text' in part && String(part['text']).trim() === '');
    if (isBlank && calls.length === 0) problems.push(`${where}: blank`);
    if (calls.length === 0) continue;
    const results: string[] = [];
    while (messages[index + 1]?.['role'] === 'tool') {
      index += 1;
      results.push(String(messages[index]?.['tool_call_id']));
    }
    const asked = calls.map((call) => String(call['id']));
    ids.push(...asked);
    problems.push(...checkAnswers(asked, results, where));
    for (const call of calls) problems.push(...checkArguments((call['function'] as Part)['arguments'], where));
  }
  return [...problems, ...repeated(ids)];
}

/** Gemini wants as many answers as calls, of the same names in the same order, in the very next content. */
function validateGoogle(body: Record<string, unknown>): string[] {
  const contents = list(body['contents']);
  const problems: string[] = contents[0]?.['role'] === 'user' ? [] : ['the first content is not the user’s'];
  let open: string[] = [];
  for (const [index, content] of contents.entries()) {
    const where = `content ${index}`;
    const parts = list(content['parts']);
    if (parts.length === 0) problems.push(`${where}: empty`);
    const names = (kind: string) =>
      parts.flatMap((part) => (part[kind] === undefined ? [] : [String((part[kind] as Part)['name'])]));
    const answers = names('functionResponse');
    if (answers.join() !== open.join()) problems.push(`${where}: ${open.join()} is answered by ${answers.join()}`);
    open = content['role'] === 'model' ? names('functionCall') : [];
  }
  if (open.length > 0) problems.push('the last calls have no answer');
  return problems;
}
