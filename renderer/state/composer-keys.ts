/** A key press in the message field, as far as it matters here. */
export interface FieldPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** The key code browsers give to keys that belong to an input method. */
const INPUT_METHOD = 229;

/** What a key does in the field: sends, brings the last message back, or is left to the field. */
export function composerKey(press: FieldPress, text: string): 'send' | 'recall' | null {
  if (press.isComposing || press.keyCode === INPUT_METHOD) return null;
  if (press.altKey || press.metaKey || press.ctrlKey || press.shiftKey) return null;
  if (press.key === 'Enter') return 'send';
  return press.key === 'ArrowUp' && text === '' ? 'recall' : null;
}
