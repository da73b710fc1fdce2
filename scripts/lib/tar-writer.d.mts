export declare function tarOf(files: Iterable<{ path: string; content: Buffer }>): Generator<Buffer>;
export declare function tarHeader(path: string, size: number, type?: string): Buffer;
