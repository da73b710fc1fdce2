import type { Remedy } from '../../protocol/conversation/message.ts';

/** A handler's typed no: the router turns it into a reply, everything else into `internal`. */
export class IpcRefusal extends Error {
  readonly code: string;
  readonly remedy: Remedy | undefined;
  constructor(code: string, message: string, remedy?: Remedy) {
    super(message);
    this.name = 'IpcRefusal';
    this.code = code;
    this.remedy = remedy;
  }
}
