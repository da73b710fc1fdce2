import { z } from 'zod';
import type { JsonObject } from '../../../protocol/json.ts';
import type { Effort } from '../../agent/model-client.ts';
import type { RouteOverlay, RoutingConfig } from '../../config/config-port.ts';
import type { ModelRouting } from '../../models/routes/routing-port.ts';
import type { ToolResult } from '../../registry/capability.ts';
import { defineTool } from '../../registry/define-tool.ts';
import { refuse } from '../../sandbox/refusal.ts';
import { failureModes } from '../failure-modes.ts';
import { short, text } from '../fields.ts';
import { CONFIG_CODES } from './codes.ts';

export interface RoutingReach {
  routing: ModelRouting;
}

/** What the agent may change: the model of its helpers, never its own. */
const KEYS = new Map<string, keyof RouteOverlay>([
  ['subagent_provider', 'provider'],
  ['subagent_model', 'model'],
  ['subagent_reasoning_effort', 'effort'],
]);
const KEY_NAMES = [...KEYS.keys()].join(', ');

export const modelRoutingConfig = defineTool<RoutingReach>()({
  name: 'model_routing_config',
  category: 'config',
  policy: 'read_write',
  ownerOnly: false,
  description:
    'Reads which model helpers, scheduled jobs and meetings use, and sets or deletes the one helpers (subagents) use. ' +
    'A change counts from the next helper on. The model you yourself run on cannot be changed here; the owner does that.',
  help: {
    whenToUse: 'When the owner asks for another model, provider or effort for subagents.',
    examples: [
      { description: 'What is set', input: { action: 'read' } },
      { description: 'A smaller model', input: { action: 'set', key: 'subagent_model', value: 'claude-haiku-4-5' } },
      { description: 'Back to the main model', input: { action: 'delete', key: 'subagent_model' } },
    ],
    failureModes: failureModes(
      CONFIG_CODES,
      'invalid_action',
      'invalid_key',
      'invalid_value',
      'settings_changed_outside',
      'write_failed',
    ),
  },
  input: z.object({
    action: text(200).describe('read, set or delete.'),
    key: text(200).optional().describe(`For set and delete: ${KEY_NAMES}.`),
    value: text(4_000)
      .optional()
      .describe('For set: a provider, the name of a model, or an effort (none, low, medium, high, xhigh, max).'),
  }),
  title: titleOf,
  async run({ action, key, value }, _context, { routing }): Promise<ToolResult> {
    if (action === 'read') return { ok: true, text: JSON.stringify(describe(routing.read()), null, 1) };
    if (action !== 'set' && action !== 'delete') return refuse('invalid_action', CONFIG_CODES.invalid_action);
    const field = key === undefined ? undefined : KEYS.get(key);
    if (!field) return refuse('invalid_key', `The key must be one of ${KEY_NAMES}.`);
    const wanted = action === 'set' ? (value ?? '').trim() : null;
    if (wanted === '')
      return refuse('invalid_value', 'The value is blank. To go back to the main model, delete the key.');
    const before = JSON.stringify(routing.read().subagent);
    try {
      await routing.change('subagent', changeOf(field, wanted));
    } catch (error) {
      return toRefusal(error);
    }
    const after = routing.read().subagent;
    const isSame = JSON.stringify(after) === before;
    const what = isSame ? 'Nothing had to be changed.' : 'Changed; it counts from the next helper on.';
    return { ok: true, text: `${what}\n${JSON.stringify(describe(routing.read()), null, 1)}` };
  },
});

function changeOf(field: keyof RouteOverlay, value: string | null): Partial<RouteOverlay> {
  if (field === 'effort') return { effort: value as Effort | null };
  return field === 'model' ? { model: value } : { provider: value };
}

function titleOf({ action, key, value }: JsonObject): string {
  if (action === 'set') return `Set ${short(key, 40)} to ${short(value, 40)}`;
  return action === 'delete' ? `Delete ${short(key, 40)}` : 'Read which models are used';
}

/** The section in the names of the settings file; a key that is not set is null. */
function describe(routing: RoutingConfig): JsonObject {
  const rows = (['subagent', 'cron', 'meeting'] as const).flatMap((purpose) => [
    [`${purpose}_provider`, routing[purpose].provider],
    [`${purpose}_model`, routing[purpose].model],
    [`${purpose}_reasoning_effort`, routing[purpose].effort],
  ]);
  return { ...Object.fromEntries(rows), fallback_order: routing.fallbackOrder };
}

/** A value that does not fit, somebody else's change, or a file that could not be written. */
function toRefusal(error: unknown): ToolResult {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  const words = error instanceof Error ? error.message : '';
  if (code === 'invalid_value' || code === 'settings_changed_outside') return refuse(code, words);
  return refuse('write_failed', `${CONFIG_CODES.write_failed} ${words}`.trim());
}
