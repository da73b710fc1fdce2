/** Interface and class ids, and the places of methods in their tables, as UIAutomationClient.idl orders them. */
export const CLASS = {
  automation8: 'e22ad333-b25f-460c-83d0-0581107395c9',
  automation: 'ff48dba4-60ef-4201-aa87-54103eef594e',
} as const;

export const INTERFACE = {
  automation: '30cbe57d-d9d0-452a-ab13-7ac5ac4825ee',
  automation2: '34723aff-0c9d-49d0-9896-7ab52df8cd8a',
  invoke: 'fb377fbe-8ea6-46d5-9c73-6499642d3059',
  toggle: '94cf8058-9b8d-4ab9-8bfd-4cd0a33c8c70',
  selectionItem: 'a8efa66a-0fda-421a-9194-38021f3578ea',
  expandCollapse: '619be086-1f4e-4ee4-bafa-210128738730',
  value: 'a94cd8b1-0844-4cd6-9d2d-640537ab39e9',
  rangeValue: '59213f4f-7346-49e5-b120-80555987a148',
} as const;

export const UNKNOWN = { queryInterface: 0, release: 2 } as const;
export const AUTOMATION = {
  elementFromHandleBuildCache: 10,
  elementFromPointBuildCache: 11,
  focusedElementBuildCache: 12,
  controlViewCondition: 18,
  createCacheRequest: 20,
  putConnectionTimeout: 61,
  putTransactionTimeout: 63,
} as const;
export const CACHE_REQUEST = { addProperty: 3, putTreeScope: 7 } as const;
export const ELEMENT = {
  setFocus: 3,
  findAllBuildCache: 8,
  buildUpdatedCache: 9,
  cachedPropertyValue: 12,
  currentPatternAs: 14,
  cachedBoundingRectangle: 75,
  clickablePoint: 84,
} as const;
export const ARRAY = { length: 3, element: 4 } as const;
/** Every pattern's first method is the one that is used: Invoke, Toggle, Select, Expand, SetValue. */
export const PATTERN = { first: 3, collapse: 4 } as const;

export const PATTERN_ID = {
  invoke: 10_000,
  value: 10_002,
  rangeValue: 10_003,
  expandCollapse: 10_005,
  selectionItem: 10_010,
  toggle: 10_015,
} as const;

/** UIA_…PropertyId */
export const PROPERTY = {
  processId: 30_002,
  controlType: 30_003,
  localizedControlType: 30_004,
  name: 30_005,
  hasKeyboardFocus: 30_008,
  isKeyboardFocusable: 30_009,
  isEnabled: 30_010,
  helpText: 30_013,
  isPassword: 30_019,
  isOffscreen: 30_022,
  hasExpandCollapse: 30_028,
  hasInvoke: 30_031,
  hasRangeValue: 30_033,
  hasSelectionItem: 30_036,
  hasToggle: 30_041,
  hasValue: 30_043,
  value: 30_045,
  valueIsReadOnly: 30_046,
  rangeValue: 30_047,
  rangeValueIsReadOnly: 30_048,
  expandCollapseState: 30_070,
  isSelected: 30_079,
  toggleState: 30_086,
} as const;
export type PropertyName = keyof typeof PROPERTY;

export const SCOPE = { element: 1, children: 2 } as const;

/** HRESULTs that mean something of their own. */
export const RESULT = { notEnabled: 0x8004_0200, notAvailable: 0x8004_0201, timeout: 0x8013_1505 } as const;
