/** See build-helper-archive.mjs. */
export declare function packHelper(
  helper: string,
  folder: string,
  level?: number,
): Promise<{ path: string; name: string; size: number; sha256: string }>;

/** Packs the built helper of this checkout. */
export declare function buildHelperArchive(release: {
  url: string | undefined;
  hosts: string | undefined;
}): Promise<{ path: string; name: string; size: number; sha256: string }>;
