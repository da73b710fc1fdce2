/** "2026-11-30 14.05", in the time of this computer; no sign that a file name may not have. */
export function fileTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ').replace(':', '.');
}
