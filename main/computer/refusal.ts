import type { Remedy } from '../../protocol/conversation/message.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ToolFailure } from '../registry/capability.ts';
import { COMPUTER_CODES, type ComputerCode } from './error-codes.ts';

/** Whether input went out before the refusal; from the helper's receipt, never inferred. */
export type Dispatch = 'read' | 'not_sent' | 'sent' | 'partial' | 'unknown';

/** A "no" on its way to the model. Thrown inside this folder and turned into a result at its edge. */
export class Refusal extends Error {
  readonly code: ComputerCode;
  readonly data: JsonObject;
  readonly dispatch: Dispatch;

  constructor(
    code: ComputerCode,
    message: string = COMPUTER_CODES[code].message,
    data: JsonObject = {},
    dispatch: Dispatch = 'not_sent',
  ) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.data = data;
    this.dispatch = dispatch;
  }
}

const REMEDIES: Partial<Record<ComputerCode, Remedy>> = {
  not_enabled: { label: 'Switch on computer use', page: 'settings/computer' },
  input_permission_missing: { label: 'Open permissions', page: 'settings/permissions' },
  capture_permission_missing: { label: 'Open permissions', page: 'settings/permissions' },
  helper_not_installed: { label: 'Check the installation', command: 'fermix doctor' },
  helper_incompatible: { label: 'Check the installation', command: 'fermix doctor' },
  helper_checksum_mismatch: { label: 'Check the installation', command: 'fermix doctor' },
  helper_fault: { label: 'Check the installation', command: 'fermix doctor' },
};

/** The step that mends a refusal, where there is one. */
export function remedyFor(code: ComputerCode): Remedy | undefined {
  return REMEDIES[code];
}

/** The words for the model: what happened, then what to do. */
export function refusalText(code: ComputerCode, message: string): string {
  return `${message} ${COMPUTER_CODES[code].hint}`.trim();
}

const OUTCOMES: Partial<Record<ComputerCode, ToolFailure['outcome']>> = {
  not_delivered: 'not_delivered',
  interrupted: 'stopped',
  outcome_unknown: 'unknown',
  accessibility_timeout: 'unknown',
  accessibility_failed: 'failed',
  capture_stalled: 'failed',
  helper_fault: 'failed',
  protocol_error: 'failed',
  not_dispatched: 'failed',
};

/** The refusal as a tool result. */
export function toFailure(refusal: Refusal): ToolFailure {
  const remedy = remedyFor(refusal.code);
  return {
    ok: false,
    code: refusal.code,
    text: refusalText(refusal.code, refusal.message),
    outcome: OUTCOMES[refusal.code] ?? 'refused',
    ...(remedy ? { remedy } : {}),
    data: { ...refusal.data, dispatch: refusal.dispatch, retry: COMPUTER_CODES[refusal.code].retry },
  };
}
