import { z } from 'zod';

/** Larger archives are never downloaded, in bytes. */
export const ARCHIVE_LIMIT = 128 * 1024 * 1024;

const releaseShape = z.object({
  /** The address of the archive itself. */
  url: z.url({ protocol: /^https$/ }),
  /** Where redirects may lead besides the address's own host: `host`, `host:port` or `*.domain`. */
  hosts: z.array(z.string().regex(/^(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/)),
  size: z.number().int().positive().max(ARCHIVE_LIMIT),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The published archive of this build's helper. */
export type HelperRelease = z.infer<typeof releaseShape>;

declare const __HELPER_RELEASE__: unknown;

/** Null for anything that is no release. */
export function readRelease(value: unknown): HelperRelease | null {
  const parsed = releaseShape.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** What the build put into the app; null where nothing was published. Nothing at run time changes it. */
export function bakedRelease(): HelperRelease | null {
  return typeof __HELPER_RELEASE__ === 'undefined' ? null : readRelease(__HELPER_RELEASE__);
}

/** True where the archive may come from: the address's own host, or one on the list. Only https ever. */
export function isAllowedHost(url: URL, { url: origin, hosts }: Pick<HelperRelease, 'url' | 'hosts'>): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return [new URL(origin).host, ...hosts].some((allowed) =>
    allowed.startsWith('*.')
      ? url.host.endsWith(allowed.slice(1)) && url.host !== allowed.slice(2)
      : url.host === allowed,
  );
}
