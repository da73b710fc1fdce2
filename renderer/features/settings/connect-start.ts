/** What the connect form begins with. A new round begins it afresh. */
export interface ConnectStart {
  round: number;
  provider: string;
  baseUrl: string;
  model: string;
}

export const EMPTY_START: ConnectStart = { round: 0, provider: 'anthropic', baseUrl: '', model: '' };

/** What a provider asks for. */
export interface ProviderNeeds {
  key: 'needed' | 'optional' | 'none';
  /** `other`: the provider has an address of its own; another one (a proxy, a gateway) can be given. */
  baseUrl: 'shown' | 'other';
}

const NEEDS: Record<string, ProviderNeeds> = {
  ollama: { key: 'none', baseUrl: 'shown' },
  custom: { key: 'optional', baseUrl: 'shown' },
};

/** The fields to draw for a provider; the host decides what is enough. */
export function needsOf(provider: string): ProviderNeeds {
  return NEEDS[provider] ?? { key: 'needed', baseUrl: 'other' };
}
