/** Why the store could not do what was asked. `message` is a sentence for the user. */
export type StoreErrorCode =
  /** The file was written by a newer version of the app; it is left as it is. */
  | 'store_newer'
  /** The file is a database of another program; it is left as it is. */
  | 'store_foreign'
  /** The content cannot be read. */
  | 'store_damaged'
  /** The disk is full. */
  | 'disk_full'
  /** The disk, the folder or its permissions refused. */
  | 'disk_refused'
  /** Another process holds the file. */
  | 'store_busy'
  /** Anything else; the driver's words are in `cause`. */
  | 'store_failed';

/** The one error the store throws. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly remedy: string | undefined;

  constructor(code: StoreErrorCode, message: string, options: { remedy?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'StoreError';
    this.code = code;
    this.remedy = options.remedy;
  }
}
