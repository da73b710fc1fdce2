import type { Model } from '@earendil-works/pi-ai';
import type { Effort, ModelInfo } from '../agent/model-client.ts';
import { EFFORTS, type ProviderDescriptor } from '../config/providers.ts';
import type { WireFormat } from './wire/wire-facts.ts';

/** Context window of a model nobody knows, in tokens. */
export const UNKNOWN_WINDOW = 120_000;
/** Longest edge of a picture, in pixels, where the catalogue names none. */
const DEFAULT_IMAGE_EDGE = 2000;
const UNKNOWN_MAX_OUTPUT = 32_768;

/** What a server itself says about one of its models. */
export interface ServerFacts {
  contextWindow?: number;
  vision?: boolean;
  label?: string;
  /** Longest answer, in tokens. */
  maxOutput?: number;
  /** US dollars for a million tokens. */
  price?: { input: number; output: number };
}

/** A model ready to be called. */
export interface ResolvedModel {
  info: ModelInfo;
  label: string;
  model: Model<string>;
  /** False when neither the catalogue nor the server knows its context window. */
  known: boolean;
  /** Longest answer in tokens, where anybody says. */
  maxOutput: number | null;
  /** US dollars for a million tokens, where anybody says. */
  price: { input: number; output: number } | null;
}

const FORMATS: Record<ProviderDescriptor['kind'], WireFormat> = {
  anthropic: 'anthropic-messages',
  openai: 'openai-responses',
  google: 'google-generative-ai',
  compatible: 'openai-completions',
};

/** What we take from an entry of the library's catalogue. */
interface Listed {
  name: string;
  api: string;
  reasoning: boolean;
  input: readonly string[];
  cost: Model<string>['cost'];
  contextWindow: number;
  maxTokens: number;
  thinkingLevelMap?: Model<string>['thinkingLevelMap'] | undefined;
  inputLimits?: Model<string>['inputLimits'] | undefined;
  compat?: object | undefined;
}

/** The catalogue's models of a provider by id; empty for servers that have their own. Loaded on first use. */
export async function loadCatalogue(provider: string): Promise<ReadonlyMap<string, Listed>> {
  const models = await LOADERS[provider]?.();
  return new Map(Object.entries(models ?? {}));
}

/** Whether the built-in catalogue knows this provider's models. */
export function hasCatalogue(provider: string): boolean {
  return Object.hasOwn(LOADERS, provider);
}

const LOADERS: Record<string, () => Promise<Record<string, Listed>>> = {
  anthropic: async () => (await import('@earendil-works/pi-ai/providers/anthropic.models')).ANTHROPIC_MODELS,
  openai: async () => (await import('@earendil-works/pi-ai/providers/openai.models')).OPENAI_MODELS,
  xai: async () => (await import('@earendil-works/pi-ai/providers/xai.models')).XAI_MODELS,
  google: async () => (await import('@earendil-works/pi-ai/providers/google.models')).GOOGLE_MODELS,
  openrouter: async () => (await import('@earendil-works/pi-ai/providers/openrouter.models')).OPENROUTER_MODELS,
  mistral: async () => (await import('@earendil-works/pi-ai/providers/mistral.models')).MISTRAL_MODELS,
};

/** Joins what the catalogue, the server and the settings say about a model. */
export async function resolveModel(options: {
  provider: ProviderDescriptor;
  baseUrl: string;
  id: string;
  server: ServerFacts;
  /** An effort set for a model nobody knows is taken as the owner's word that it has one. */
  effort: Effort | null;
  /** The owner's word on the context window; it stands above everything else. */
  contextWindow?: number | null;
}): Promise<ResolvedModel> {
  const { provider, id, server } = options;
  const listed = (await loadCatalogue(provider.name)).get(id);
  const format = FORMATS[provider.kind];
  const vision = server.vision ?? listed?.input.includes('image') ?? true;
  const compat = cleanCompat(provider, listed, format);
  const known = options.contextWindow ?? server.contextWindow ?? listed?.contextWindow;
  const contextWindow = known ?? UNKNOWN_WINDOW;
  const model = {
    id,
    name: server.label ?? listed?.name ?? id,
    api: format,
    provider: provider.name,
    baseUrl: options.baseUrl,
    reasoning: listed
      ? listed.reasoning && provider.effort
      : provider.effort && options.effort !== null && options.effort !== 'none',
    input: vision ? ['text', 'image'] : ['text'],
    cost: listed?.cost ?? { input: 0, output: 0, ...server.price, cacheRead: 0, cacheWrite: 0 },
    contextWindow,
    maxTokens: Math.min(server.maxOutput ?? listed?.maxTokens ?? UNKNOWN_MAX_OUTPUT, contextWindow),
    ...(listed?.thinkingLevelMap ? { thinkingLevelMap: listed.thinkingLevelMap } : {}),
    ...(provider.extraBody ? { samplingParams: provider.extraBody } : {}),
    ...(provider.headers ? { headers: provider.headers } : {}),
    ...(compat ? { compat } : {}),
  } as Model<string>;
  return {
    label: provider.label,
    model,
    known: known !== undefined,
    maxOutput: server.maxOutput ?? listed?.maxTokens ?? null,
    price: hasPrice(model) ? { input: model.cost.input, output: model.cost.output } : null,
    info: {
      id: `${provider.name}/${id}`,
      provider: provider.name,
      label: model.name,
      contextWindow: model.contextWindow,
      maxImageEdge: imageEdge(listed),
      vision,
      efforts: await effortsOf(model, provider),
    },
  };
}

function hasPrice({ cost }: Model<string>): boolean {
  return cost.input > 0 || cost.output > 0;
}

function imageEdge(listed: Listed | undefined): number {
  const resize = listed?.inputLimits?.images?.resize;
  return Math.min(resize?.maxWidth ?? DEFAULT_IMAGE_EDGE, resize?.maxHeight ?? DEFAULT_IMAGE_EDGE);
}

/**
 * Compatibility notes of the catalogue count only for the format they were written for. Never let the provider answer
 * with another model on its own, and never change the tool list in mid-conversation.
 */
function cleanCompat(provider: ProviderDescriptor, listed: Listed | undefined, format: WireFormat): object | null {
  if (listed?.api === format) {
    return { ...listed.compat, allowedFallbackModels: undefined, supportsMidConvoToolChanges: false };
  }
  if (provider.kind !== 'compatible' || provider.name === 'openrouter') return null;
  return { supportsStore: false, supportsDeveloperRole: false, supportsReasoningEffort: provider.effort };
}

/** Levels a model knows, in rising order. Anthropic's models always think a little, so `none` is not offered. */
async function effortsOf(model: Model<string>, provider: ProviderDescriptor): Promise<Effort[]> {
  if (!model.reasoning) return [];
  const { getSupportedThinkingLevels } = await import('@earendil-works/pi-ai/models');
  const levels = new Set<string>(getSupportedThinkingLevels(model).map((level) => (level === 'off' ? 'none' : level)));
  return EFFORTS.filter((effort) => levels.has(effort) && !(effort === 'none' && provider.kind === 'anthropic'));
}

/** The highest level the model has that is not above the wanted one; its lowest when all are above. */
export function clampEffort(wanted: Effort | null, efforts: readonly Effort[]): Effort | undefined {
  if (wanted === null || efforts.length === 0) return undefined;
  const ceiling = EFFORTS.indexOf(wanted);
  return efforts.findLast((effort) => EFFORTS.indexOf(effort) <= ceiling) ?? efforts[0];
}
