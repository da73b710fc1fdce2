import type { ElementRole } from '../../../../protocol/helper/accessibility.ts';

const ROLES: Record<string, ElementRole> = {
  AXButton: 'button',
  AXMenuButton: 'button',
  AXMenuItem: 'menu_item',
  AXMenuBarItem: 'menu_item',
  AXPopUpButton: 'combo',
  AXComboBox: 'combo',
  AXCheckBox: 'checkbox',
  AXRadioButton: 'radio',
  AXTextField: 'field',
  AXTextArea: 'textarea',
  AXLink: 'link',
  AXTabButton: 'tab',
  AXSlider: 'slider',
  AXIncrementor: 'slider',
  AXRow: 'row',
  AXCell: 'cell',
  AXDisclosureTriangle: 'disclosure',
};
/** Containers that offer actions of their own, such as scrolling, and are no controls for it. */
const CONTAINERS = new Set([
  'AXApplication',
  'AXWindow',
  'AXSheet',
  'AXDrawer',
  'AXScrollArea',
  'AXScrollBar',
  'AXSplitGroup',
  'AXSplitter',
  'AXToolbar',
  'AXList',
  'AXTable',
  'AXOutline',
  'AXBrowser',
  'AXWebArea',
  'AXTabGroup',
  'AXLayoutArea',
  'AXMenuBar',
  'AXMenu',
  'AXValueIndicator',
  'AXColumn',
  'AXUnknown',
]);
/** Buttons of the window's frame: a window whose content tells nothing has them too. */
const FRAME_BUTTONS = new Set(['AXCloseButton', 'AXMinimizeButton', 'AXZoomButton', 'AXFullScreenButton']);

/** What a role means here; null when only its actions can tell, undefined when it never is a control. */
export function roleOf(role: string, subrole: string, parentRole: string): ElementRole | null | undefined {
  if (subrole === 'AXSecureTextField') return 'secure_field';
  if (subrole === 'AXTabButton' || (role === 'AXRadioButton' && parentRole === 'AXTabGroup')) return 'tab';
  if (Object.hasOwn(ROLES, role)) return ROLES[role];
  return CONTAINERS.has(role) ? undefined : null;
}

export const isFrameButton = (subrole: string) => FRAME_BUTTONS.has(subrole);
