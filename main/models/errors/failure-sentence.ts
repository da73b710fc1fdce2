import type { ModelErrorKind } from '../../agent/model-client.ts';

/** What a sentence may need to know. */
export interface FailureFacts {
  /** The provider's name as people know it. */
  label: string;
  model: string;
  status: number | null;
  providerWords: string | undefined;
  resetsAt: number | undefined;
  now: number;
  publicHttp: boolean;
}

/** One sentence for the user: what happened and what to do next. */
export function failureSentence(kind: ModelErrorKind, facts: FailureFacts): string {
  return SENTENCES[kind](facts);
}

const SENTENCES: Record<ModelErrorKind, (facts: FailureFacts) => string> = {
  auth: (facts) =>
    facts.status === 403
      ? `${facts.label} does not allow this key to use ${facts.model}. Check what the key may do.`
      : `${facts.label} did not accept the API key. Check it under Settings > Model.`,
  rate_limit: ({ label, resetsAt, now }) =>
    resetsAt === undefined
      ? `${label}'s usage limit is reached. Wait a little, then try again.`
      : `${label}'s usage limit is reached. Try again in about ${minutes(resetsAt - now)}.`,
  quota: ({ label }) => `The ${label} account has no credit left. Check its billing.`,
  timeout: ({ label }) => `${label} did not answer in time. Check the network connection, then try again.`,
  provider_unavailable: ({ label, providerWords }) =>
    providerWords
      ? `${label} cannot answer at the moment; the trouble is not on this computer. It says: ${providerWords}`
      : `${label} cannot answer at the moment; the trouble is not on this computer.`,
  invalid_request: ({ label, model, providerWords, publicHttp }) => {
    if (publicHttp) return 'This server is not on the local network, so it is not reached over plain http. Use https.';
    return providerWords
      ? `${label} refused the request to ${model}. It says: ${providerWords}`
      : `${label} refused the request to ${model}.`;
  },
  content_filter: ({ label }) => `${label} declined to answer this. Put the request in other words.`,
  not_implemented: ({ label, model }) => `${label} does not offer this with ${model}. Choose another model.`,
  transport_closed: ({ label }) => `The connection to ${label} was cut. Check the network, then try again.`,
  network: ({ label }) => `${label} could not be reached. Check the network and the server's address.`,
  connection_unavailable: () => 'There is no network connection at the moment. Try again once it is back.',
  context_length_exceeded: ({ model }) =>
    `The conversation is too long for ${model}. Start afresh with /new, or shorten it with /compact.`,
  image_unsupported: ({ label, model }) =>
    `This model cannot look at pictures (${label}, ${model}). Choose one that can.`,
  protocol: ({ label }) =>
    `${label} sent an answer that makes no sense. Check that the address is that of a model server.`,
  aborted: () => 'Stopped.',
  secret_needs_app: ({ label }) =>
    `The key for ${label} can only be read by the app. Open the app, or set the provider's variable in the terminal.`,
  no_model: () => 'No model is connected.',
  all_routes_failed: () => 'None of the connected models could answer.',
};

/** A few words for a list of what was tried. */
export function failureWords(kind: ModelErrorKind): string {
  return WORDS[kind];
}

const WORDS: Record<ModelErrorKind, string> = {
  auth: 'key not accepted',
  rate_limit: 'usage limit reached',
  quota: 'no credit left',
  timeout: 'no answer in time',
  provider_unavailable: 'not available',
  invalid_request: 'refused the request',
  content_filter: 'declined to answer',
  not_implemented: 'does not offer this',
  transport_closed: 'connection cut',
  network: 'could not be reached',
  connection_unavailable: 'no network connection',
  context_length_exceeded: 'too long for it',
  image_unsupported: 'cannot see pictures',
  protocol: 'an answer that makes no sense',
  aborted: 'stopped',
  secret_needs_app: 'key can only be read by the app',
  no_model: 'no model chosen',
  all_routes_failed: 'no route left',
};

/** What happened, without advice: said before a call is made again, on the same route or on the next one. */
export function retriedSentence(kind: ModelErrorKind, label: string): string | undefined {
  return RETRIED[kind]?.(label);
}

const RETRIED: Partial<Record<ModelErrorKind, (label: string) => string>> = {
  rate_limit: (label) => `${label}'s usage limit is reached.`,
  quota: (label) => `The ${label} account has no credit left.`,
  timeout: (label) => `${label} did not answer in time.`,
  provider_unavailable: (label) => `${label} cannot answer at the moment.`,
  transport_closed: (label) => `The connection to ${label} was cut.`,
  network: (label) => `${label} could not be reached.`,
  connection_unavailable: () => 'There is no network connection at the moment.',
};

function minutes(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / 60_000));
  return count === 1 ? '1 minute' : `${count} minutes`;
}
