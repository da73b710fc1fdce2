import type { Remedy } from '../../../protocol/conversation/message.ts';
import type { IpcHandlers } from '../../../protocol/ipc/routes.ts';
import { readTypedError } from '../../host/typed-error.ts';
import { IpcRefusal } from '../refusal.ts';

/** Every typed error of the host as the window's refusal; anything else is a bug and stays what it is. */
function toRefusal(error: unknown): unknown {
  const typed = error instanceof IpcRefusal ? null : readTypedError(error);
  return typed ? new IpcRefusal(typed.code, typed.message, toRemedy(typed.remedy)) : error;
}

/** A remedy in words has no button of its own: the words are the label. */
function toRemedy(remedy: unknown): Remedy | undefined {
  if (typeof remedy === 'string') return { label: remedy };
  const isRemedy = typeof remedy === 'object' && remedy !== null && 'label' in remedy;
  return isRemedy ? (remedy as Remedy) : undefined;
}

type AnyHandler = (input: never) => unknown;

/** Wraps each handler so that the host's own errors arrive as refusals. */
export function withRefusals<T extends Partial<IpcHandlers>>(handlers: T): T {
  const wrapped = Object.entries(handlers).map(([route, handler]) => {
    const call = async (input: never) => {
      try {
        return await (handler as AnyHandler)(input);
      } catch (error) {
        throw toRefusal(error);
      }
    };
    return [route, call];
  });
  return Object.fromEntries(wrapped) as T;
}
