import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';
import type { AccessibleControl, GlobalRectangle } from '../../../desktop.ts';
import type { Ref } from '../core-foundation.ts';
import type { AxClient } from './ax-client.ts';
import { roleOf } from './roles.ts';

/** Read of every element in one call. The value is not among them: that of a secure field is never asked for. */
const LOOKED_AT = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXHelp',
  'AXPlaceholderValue',
  'AXEnabled',
  'AXFocused',
  'AXSelected',
  'AXExpanded',
  'AXPosition',
  'AXSize',
  'AXChildren',
] as const;
const VALUED = new Set<ElementRole>(['field', 'textarea', 'combo', 'slider', 'checkbox', 'radio', 'tab', 'cell']);
const CHECKED = new Set<ElementRole>(['checkbox', 'radio']);
const WRITABLE = new Set<ElementRole>(['field', 'secure_field', 'textarea', 'combo', 'slider']);
const PRESSES = new Set(['AXPress', 'AXPick', 'AXOpen']);

/** `places`: role, name, states and bounds. `words`: also values and actions, each a call into the program. */
export type ReadDetail = 'places' | 'words';

/** What the element itself tells of a control. */
export type ReadControl = Omit<AccessibleControl, 'handle' | 'path' | 'window'>;

/** An element as it was looked at; `children` are the program's own references, kept until `release`. */
export interface Looked {
  role: string;
  subrole: string;
  name: string;
  bounds: GlobalRectangle;
  children: Ref[];
  facts: Pick<AccessibleControl, 'description' | 'enabled' | 'focused' | 'selected'> & { expanded: boolean | null };
  release(): void;
}

/** Null when the element no longer answers. */
export async function lookAt(client: AxClient, element: Ref): Promise<Looked | null> {
  const read = await client.attributes(element, LOOKED_AT);
  if (!read) return null;
  const value = (name: (typeof LOOKED_AT)[number]) => client.value(read.values.get(name));
  const text = (name: (typeof LOOKED_AT)[number]) => {
    const found = value(name);
    return typeof found === 'string' ? found : '';
  };
  const truth = (name: (typeof LOOKED_AT)[number]) => {
    const found = value(name);
    return typeof found === 'boolean' ? found : null;
  };
  return {
    role: text('AXRole'),
    subrole: text('AXSubrole'),
    name: text('AXTitle') || text('AXDescription') || text('AXPlaceholderValue'),
    bounds: client.bounds(read.values.get('AXPosition'), read.values.get('AXSize')),
    children: client.members(read.values.get('AXChildren')),
    facts: {
      description: text('AXHelp') || text('AXDescription'),
      enabled: truth('AXEnabled') !== false,
      focused: truth('AXFocused') === true,
      selected: truth('AXSelected'),
      expanded: truth('AXExpanded'),
    },
    release: read.release,
  };
}

/** What a person could operate about it; null for everything that is no control. */
export async function readControl(
  client: AxClient,
  element: Ref,
  looked: Looked,
  { parentRole, detail }: { parentRole: string; detail: ReadDetail },
): Promise<ReadControl | null> {
  const known = roleOf(looked.role, looked.subrole, parentRole);
  if (known === undefined) return null;
  const isAsked = known === null || detail === 'words';
  const canPress = isAsked && (await client.actions(element)).some((one) => PRESSES.has(one));
  if (known === null && !canPress) return null;
  return describe(client, element, looked, { role: known ?? 'other', canPress, detail });
}

/** The element as a control whatever it is. */
export async function describe(
  client: AxClient,
  element: Ref,
  looked: Looked,
  { role, canPress, detail }: { role: ElementRole; canPress: boolean; detail: ReadDetail },
): Promise<ReadControl> {
  // Each question is a call into the program: places need the fewest.
  const wantsWords = detail === 'words';
  const value = wantsWords && VALUED.has(role) ? await shownValue(client, element) : null;
  const { expanded, ...facts } = looked.facts;
  const isSettable = wantsWords && WRITABLE.has(role) && facts.enabled && (await client.isSettable(element, 'AXValue'));
  const canFocus = wantsWords && WRITABLE.has(role) && (await client.isSettable(element, 'AXFocused'));
  const all: [AccessibleControl['actions'][number], boolean][] = [
    ['press', canPress],
    ['toggle', canPress && role === 'checkbox'],
    ['expand', canPress && expanded !== null],
    ['focus', canFocus],
  ];
  return {
    ...facts,
    role,
    nativeRole: looked.subrole ? `${looked.role}/${looked.subrole}` : looked.role,
    name: looked.name,
    bounds: looked.bounds,
    value: CHECKED.has(role) || role === 'tab' ? null : value,
    checked: CHECKED.has(role) ? value === '1' : null,
    actions: all.filter(([, is]) => is).map(([name]) => name),
    settable: isSettable,
  };
}

async function shownValue(client: AxClient, element: Ref): Promise<string | null> {
  const read = await client.attributes(element, ['AXValue']);
  if (!read) return null;
  const value = client.value(read.values.get('AXValue'));
  read.release();
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
}
