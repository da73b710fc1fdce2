/** A refusal of the model pages, in words for the user. */
export class ModelsError extends Error {
  /** A ModelErrorKind of the call that failed, or one of our own. */
  readonly code: string;
  readonly remedy: { label: string; page: string } | undefined;

  constructor(
    code: string,
    message: string,
    options: { remedy?: { label: string; page: string }; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ModelsError';
    this.code = code;
    this.remedy = options.remedy;
  }
}
