export const SETTINGS_SECTIONS = [
  'model',
  'permissions',
  'computer',
  'sandbox',
  'appearance',
  'storage',
  'about',
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

/** A turn as traces know it; `at` is when one of its entries began, ms since 1970. */
export interface TurnPlace {
  conversationId: string;
  turnId: string;
  at: number;
}

/** A place in the window. */
export type Page =
  | { name: 'chat' }
  | { name: 'tools'; tool: string | null }
  | { name: 'doctor' }
  | { name: 'trace'; place: TurnPlace }
  | { name: 'memory' }
  /** `callId` is the step to begin at. */
  | { name: 'recordings'; id: string | null; callId?: string }
  | { name: 'settings'; section: SettingsSection };

/** Where a link of the host leads, and the conversation it means to open. */
export interface Destination {
  page: Page;
  conversationId: string | null;
}

/**
 * Reads an address such as `settings/computer`, `tools/shell`, `recordings/<id>`, `doctor` or `chat/<conversation id>`.
 * `setup` is an older name of `settings`, kept in stored conversations. Unknown places lead to the chat. An address only leads somewhere, it never changes anything.
 */
export function readAddress(address: string): Destination {
  const [head = '', rest = ''] = split(address.replace(/^\/+/, ''));
  if (head === 'doctor') return to({ name: 'doctor' });
  if (head === 'memory') return to({ name: 'memory' });
  if (head === 'recordings') return to({ name: 'recordings', id: rest || null });
  if (head === 'trace') return toTrace(rest);
  if (head === 'tools') return to({ name: 'tools', tool: rest || null });
  if (head === 'settings' || head === 'setup') return to({ name: 'settings', section: toSection(rest) });
  return { page: { name: 'chat' }, conversationId: head === 'chat' && rest ? rest : null };
}

/** The address of a page; `readAddress` reads it back. */
export function writeAddress(page: Page): string {
  if (page.name === 'settings') return `settings/${page.section}`;
  if (page.name === 'recordings' && page.id) return `recordings/${page.id}`;
  if (page.name === 'trace') {
    const { conversationId, turnId, at } = page.place;
    return `trace/${[conversationId, turnId, at].map(encodeURIComponent).join('/')}`;
  }
  if (page.name === 'tools' && page.tool) return `tools/${page.tool}`;
  return page.name;
}

function toTrace(rest: string): Destination {
  const [conversationId = '', turnId = '', at = ''] = rest.split('/');
  if (!conversationId || !turnId || !/^\d{1,16}$/.test(at)) return { page: { name: 'chat' }, conversationId: null };
  return to({ name: 'trace', place: { conversationId, turnId, at: Number(at) } });
}

function to(page: Page): Destination {
  return { page, conversationId: null };
}

function split(address: string): [string, string] {
  const slash = address.indexOf('/');
  return slash < 0 ? [address, ''] : [address.slice(0, slash), address.slice(slash + 1)];
}

function toSection(text: string): SettingsSection {
  return SETTINGS_SECTIONS.find((section) => section === text) ?? 'model';
}
