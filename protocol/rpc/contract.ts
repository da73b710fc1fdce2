import type { z } from 'zod';

/** One request that a peer answers. */
export interface Operation {
  input: z.ZodType;
  output: z.ZodType;
}

/** What one side offers: requests it answers, and notifications it sends. */
export interface Contract {
  operations: Record<string, Operation>;
  notifications: Record<string, z.ZodType>;
}

export type OperationName<C extends Contract> = keyof C['operations'] & string;
export type Input<C extends Contract, N extends OperationName<C>> = z.input<C['operations'][N]['input']>;
export type ParsedInput<C extends Contract, N extends OperationName<C>> = z.output<C['operations'][N]['input']>;
export type Output<C extends Contract, N extends OperationName<C>> = z.output<C['operations'][N]['output']>;
export type NotificationName<C extends Contract> = keyof C['notifications'] & string;
export type Payload<C extends Contract, N extends NotificationName<C>> = z.output<C['notifications'][N]>;

/** One required function per operation: an operation without a handler does not compile. */
export type Handlers<C extends Contract> = {
  [N in OperationName<C>]: (
    input: ParsedInput<C, N>,
    call: { id: string; signal: AbortSignalLike },
  ) => Promise<Output<C, N>> | Output<C, N>;
};

/** The part of AbortSignal that the protocol needs; protocol/ knows neither Node nor the DOM. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
