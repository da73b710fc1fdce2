/** Builds out/helper unless it is already what the sources give. See build-helper.mjs. */
export declare function buildHelper(options?: {
  log?: (line: string) => void;
}): Promise<{ built: boolean; manifestPath: string }>;
