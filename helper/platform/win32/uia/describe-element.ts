import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';
import type { AccessibleControl } from '../../../desktop.ts';
import type { PropertyName } from './ids.ts';

/** The cached properties of an element; null where it tells none. */
export type ElementFacts = Record<PropertyName, string | number | boolean | null>;

/** UIA_…ControlTypeId, by role. */
const ROLES: Record<number, ElementRole> = {
  50000: 'button',
  50002: 'checkbox',
  50003: 'combo',
  50004: 'field',
  50005: 'link',
  50007: 'row',
  50011: 'menu_item',
  50013: 'radio',
  50015: 'slider',
  50016: 'slider',
  50019: 'tab',
  50024: 'row',
  50029: 'row',
  50030: 'textarea',
  50031: 'button',
};
const NATIVE_ROLES: Record<number, string> = {
  50000: 'Button',
  50002: 'CheckBox',
  50003: 'ComboBox',
  50004: 'Edit',
  50005: 'Hyperlink',
  50007: 'ListItem',
  50011: 'MenuItem',
  50013: 'RadioButton',
  50015: 'Slider',
  50016: 'Spinner',
  50019: 'TabItem',
  50024: 'TreeItem',
  50029: 'DataItem',
  50030: 'Document',
  50031: 'SplitButton',
};
const LEAF = 3;
const TOGGLED = 1;

/** The normalised role; null for an element that is no control: it has no known type and nothing to do. */
export function roleOf(facts: ElementFacts): ElementRole | null {
  const type = Number(facts.controlType ?? 0);
  const known = ROLES[type];
  if (known === 'field' && facts.isPassword === true) return 'secure_field';
  // A document that only shows text is a page, not a field.
  if (known === 'textarea' && !isSettable(facts)) return null;
  if (known) return known;
  if (facts.hasInvoke === true || facts.hasToggle === true || facts.hasSelectionItem === true) return 'other';
  return canExpand(facts) ? 'disclosure' : null;
}

export function describeElement(
  facts: ElementFacts,
  given: Pick<AccessibleControl, 'handle' | 'window' | 'bounds' | 'path' | 'role'>,
): AccessibleControl {
  const isSecure = facts.isPassword === true;
  return {
    ...given,
    nativeRole: NATIVE_ROLES[Number(facts.controlType ?? 0)] ?? textOf(facts.localizedControlType),
    name: textOf(facts.name),
    description: textOf(facts.helpText),
    value: isSecure ? null : shownValue(facts),
    enabled: facts.isEnabled === true,
    focused: facts.hasKeyboardFocus === true,
    checked: facts.hasToggle === true ? facts.toggleState === TOGGLED : null,
    selected: facts.hasSelectionItem === true ? facts.isSelected === true : null,
    actions: actionsOf(facts),
    settable: isSettable(facts),
  };
}

function actionsOf(facts: ElementFacts): AccessibleControl['actions'] {
  const canPress =
    facts.hasInvoke === true || facts.hasToggle === true || facts.hasSelectionItem === true || canExpand(facts);
  const all: [AccessibleControl['actions'][number], boolean][] = [
    ['press', canPress],
    ['toggle', facts.hasToggle === true],
    ['expand', canExpand(facts)],
    ['focus', facts.isKeyboardFocusable === true],
  ];
  return all.filter(([, is]) => is).map(([name]) => name);
}

const canExpand = (facts: ElementFacts) => facts.hasExpandCollapse === true && facts.expandCollapseState !== LEAF;

function isSettable(facts: ElementFacts): boolean {
  if (facts.isEnabled !== true) return false;
  if (facts.hasValue === true && facts.valueIsReadOnly === false) return true;
  return facts.hasRangeValue === true && facts.rangeValueIsReadOnly === false;
}

function shownValue(facts: ElementFacts): string | null {
  if (facts.hasValue === true && typeof facts.value === 'string') return facts.value;
  return facts.hasRangeValue === true && typeof facts.rangeValue === 'number' ? `${facts.rangeValue}` : null;
}

const textOf = (value: string | number | boolean | null) => (typeof value === 'string' ? value : '');
