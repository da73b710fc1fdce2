/** What the owner is told of a start: what the store had to do, and that the last host did not end in order. */
export function startNotices(
  store: { readonly notices: readonly string[] } | null,
  tookOver: boolean,
): { tone: 'info' | 'warn' | 'error'; text: string }[] {
  const notices = (store?.notices ?? []).map((text) => ({ tone: 'warn' as const, text }));
  if (!tookOver) return notices;
  return [
    ...notices,
    { tone: 'info', text: 'Fermix did not end in order the last time. Nothing that was sent is lost.' },
  ];
}
