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
  baseUrl: boolean;
}

const NEEDS: Record<string, ProviderNeeds> = {
  ollama: { key: 'none', baseUrl: true },
  custom: { key: 'optional', baseUrl: true },
};

/** The fields to draw for a provider; the host decides what is enough. */
export function needsOf(provider: string): ProviderNeeds {
  return NEEDS[provider] ?? { key: 'needed', baseUrl: false };
}
