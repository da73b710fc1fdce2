/** CGEventType */
export const EVENT = {
  leftDown: 1,
  leftUp: 2,
  rightDown: 3,
  rightUp: 4,
  moved: 5,
  leftDragged: 6,
  rightDragged: 7,
  keyDown: 10,
  keyUp: 11,
  flagsChanged: 12,
  scroll: 22,
  otherDown: 25,
  otherUp: 26,
  otherDragged: 27,
  tapDisabledByTimeout: 0xffff_fffe,
  tapDisabledByInput: 0xffff_ffff,
} as const;

/** CGEventField */
export const FIELD = { clickState: 1, userData: 42 } as const;

/** kCGHIDEventTap: where events of hardware come in. */
export const HID_TAP = 0;
/** Event source states: what the session sees in all, and what the hardware alone says. */
export const STATE = { combined: 0, hardware: 1 } as const;
export const ANY_INPUT = 0xffff_ffff;

/** Says that an event is ours to whoever reads its user data. */
export const STAMP = 0x46_4d_58_31;

/** Buttons of the port, by number: Quartz counts left 0, right 1, middle 2. */
export const BUTTONS: Record<number, { quartz: number; down: number; up: number; dragged: number; name: string }> = {
  1: { quartz: 0, down: EVENT.leftDown, up: EVENT.leftUp, dragged: EVENT.leftDragged, name: 'left' },
  2: { quartz: 2, down: EVENT.otherDown, up: EVENT.otherUp, dragged: EVENT.otherDragged, name: 'middle' },
  3: { quartz: 1, down: EVENT.rightDown, up: EVENT.rightUp, dragged: EVENT.rightDragged, name: 'right' },
};

/** Lines of one notch of a wheel. Quartz counts up and left as positive. */
const NOTCH = 3;
export const WHEEL: Record<number, { vertical: number; horizontal: number; name: string }> = {
  4: { vertical: NOTCH, horizontal: 0, name: 'wheel up' },
  5: { vertical: -NOTCH, horizontal: 0, name: 'wheel down' },
  6: { vertical: 0, horizontal: NOTCH, name: 'wheel left' },
  7: { vertical: 0, horizontal: -NOTCH, name: 'wheel right' },
};
