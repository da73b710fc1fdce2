import type { ProviderState } from '../../../protocol/ipc/shapes.ts';

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
  key: 'needed' | 'optional';
  /** `other`: the provider has an address of its own; another one (a proxy, a gateway) can be given. */
  baseUrl: 'shown' | 'other';
}

/** The fields to draw for a provider, as the host's table has it; the host decides what is enough. */
export function needsOf(provider: ProviderState | undefined): ProviderNeeds {
  return {
    key: provider?.needs.key === 'optional' ? 'optional' : 'needed',
    baseUrl: provider?.needs.address ? 'shown' : 'other',
  };
}
