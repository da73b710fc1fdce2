import { z } from 'zod';

const manifestShape = z.object({
  version: z.string(),
  /** `<platform>-<architecture>` as Node names them, for example `linux-x64`. */
  target: z.string(),
  files: z
    .array(
      z.object({
        /** Relative, with `/`, never upwards. */
        path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$)).+$/),
        size: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
});

/** Every file of the built helper with its digest. */
export type HelperManifest = z.infer<typeof manifestShape>;

declare const __HELPER_MANIFEST__: unknown;

/** Null for anything that is no manifest. */
export function readManifest(value: unknown): HelperManifest | null {
  const parsed = manifestShape.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The list that the build put into the app; null in a build without a helper. */
export function bakedManifest(): HelperManifest | null {
  return typeof __HELPER_MANIFEST__ === 'undefined' ? null : readManifest(__HELPER_MANIFEST__);
}
