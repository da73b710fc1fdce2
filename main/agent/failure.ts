import type { Remedy, Usage } from '../../protocol/conversation/message.ts';
import type { ModelError, ModelErrorKind, ModelInfo } from './model-client.ts';

/** Why a turn failed: a stable code, one sentence for the owner and what to do about it. */
export interface TurnFailure {
  code: string;
  text: string;
  remedy?: Remedy;
  /** Tokens of an answer that is not kept: they count all the same. */
  usage?: Usage;
}

const MODEL_PAGE: Remedy = { label: 'Open Settings > Model', page: 'settings/model' };
const REMEDIES: Partial<Record<ModelErrorKind, Remedy>> = {
  auth: MODEL_PAGE,
  quota: MODEL_PAGE,
  no_model: MODEL_PAGE,
  secret_needs_app: MODEL_PAGE,
  image_unsupported: { label: 'Choose another model', page: 'settings/model' },
  network: { label: 'Run doctor', page: 'doctor' },
  all_routes_failed: MODEL_PAGE,
};

/** The sentence comes with the error; the provider's own words are added when they say more. */
export function modelFailure(error: ModelError): TurnFailure {
  const words = error.providerWords && !error.message.includes(error.providerWords) ? ` (${error.providerWords})` : '';
  const remedy = REMEDIES[error.kind];
  return { code: error.kind, text: `${error.message}${words}`, ...(remedy ? { remedy } : {}) };
}

export function imageUnsupported(model: ModelInfo): TurnFailure {
  return {
    code: 'image_unsupported',
    text: `${model.label} (${model.id}) cannot see pictures, and this request needs one. Choose a model that can.`,
    remedy: { label: 'Choose another model', page: 'settings/model' },
  };
}

export const STEP_LIMIT: TurnFailure = {
  code: 'max_iterations',
  text: 'The limit of 100 steps for one request was reached. Ask for a smaller part of it, or say how to go on.',
};

export const NO_RESPONSE: TurnFailure = {
  code: 'no_response',
  text: 'The model gave no answer. Send the message again.',
};

export const OVERFLOW: TurnFailure = {
  code: 'context_overflow_after_compaction',
  text: 'This request is still too long for the model after its results were condensed. Ask for less at a time.',
};

export const TOO_LONG: TurnFailure = {
  code: 'context_length_exceeded',
  text: 'This conversation is too long for the model. Start afresh with /new, or shorten it with /compact.',
};

export function recoveryFailed(reason: string): TurnFailure {
  return {
    code: 'context_recovery_failed',
    text: `The request was too long for the model, and condensing its results failed: ${reason}`,
  };
}

export function repeatedCalls(toolName: string): TurnFailure {
  return {
    code: 'repeated_call',
    text: `The same call of ${toolName} came five times in a row, so the turn was ended. Say what should be done differently.`,
  };
}

/** A bug or a disk that refuses; the details are in the log. */
export function internalFailure(error: unknown): TurnFailure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal';
  const isStore = error instanceof Error && error.name === 'StoreError';
  const text = isStore ? error.message : 'Something went wrong in the app itself. The details are in the log.';
  return { code, text, remedy: { label: 'Run doctor', page: 'doctor' } };
}
