import type { Effort } from '../agent/model-client.ts';

/** Which wire format a provider speaks. */
export type ProviderKind = 'anthropic' | 'openai' | 'google' | 'compatible';

/** What is fixed about a provider; config, setup, doctor, routing, the pages and the clients all read this one table. */
export interface ProviderDescriptor {
  /** Name of the block `[fermix_core.providers.<name>]`. */
  name: string;
  label: string;
  kind: ProviderKind;
  /** Base address when the block has none; null when one must be given. Anthropic's is without `/v1`. */
  baseUrl: string | null;
  /** Environment variable of the key, which is also its name in the secret store. */
  keyName: string;
  /** `optional` for servers that mostly run without. */
  key: 'required' | 'optional';
  /**
   * `live`: only the provider itself knows what it has, so the built-in catalogue never stands in for its list. `known`:
   * before there is a key, the catalogue is offered.
   */
  list: 'live' | 'known';
  /** Whether `reasoning_effort` may be set. */
  effort: boolean;
  /** Extra fields of every request body. */
  extraBody?: Record<string, unknown>;
  /** Extra headers of every request: whom the provider may count it for. */
  headers?: Record<string, string>;
}

/** In the order in which they stand in for each other when the settings name no other. */
export const PROVIDERS: readonly ProviderDescriptor[] = [
  {
    name: 'openai',
    label: 'OpenAI',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyName: 'OPENAI_API_KEY',
    key: 'required',
    list: 'known',
    effort: true,
  },
  {
    name: 'anthropic',
    label: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyName: 'ANTHROPIC_API_KEY',
    key: 'required',
    list: 'known',
    effort: true,
  },
  {
    name: 'xai',
    label: 'xAI',
    kind: 'openai',
    baseUrl: 'https://api.x.ai/v1',
    keyName: 'XAI_API_KEY',
    key: 'required',
    list: 'known',
    effort: true,
  },
  {
    name: 'google',
    label: 'Google Gemini',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyName: 'GEMINI_API_KEY',
    key: 'required',
    list: 'known',
    effort: true,
  },
  {
    name: 'openrouter',
    label: 'OpenRouter',
    kind: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyName: 'OPENROUTER_API_KEY',
    key: 'required',
    list: 'live',
    effort: true,
    headers: { 'X-Title': 'Fermix Desktop' },
  },
  {
    name: 'mistral',
    label: 'Mistral',
    kind: 'compatible',
    baseUrl: 'https://api.mistral.ai/v1',
    keyName: 'MISTRAL_API_KEY',
    key: 'required',
    list: 'known',
    effort: false,
  },
  {
    name: 'venice',
    label: 'Venice',
    kind: 'compatible',
    baseUrl: 'https://api.venice.ai/api/v1',
    keyName: 'VENICE_API_KEY',
    key: 'required',
    list: 'live',
    effort: false,
    extraBody: { venice_parameters: { include_venice_system_prompt: false } },
  },
  {
    name: 'ollama',
    label: 'Ollama',
    kind: 'compatible',
    baseUrl: 'http://localhost:11434/v1',
    keyName: 'OLLAMA_API_KEY',
    key: 'optional',
    list: 'live',
    effort: false,
  },
  {
    name: 'custom',
    label: 'Custom server',
    kind: 'compatible',
    baseUrl: null,
    keyName: 'CUSTOM_API_KEY',
    key: 'optional',
    list: 'live',
    effort: true,
  },
];

export const EFFORTS = ['none', 'low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly Effort[];

export function findProvider(name: string): ProviderDescriptor | undefined {
  return PROVIDERS.find((one) => one.name === name);
}
