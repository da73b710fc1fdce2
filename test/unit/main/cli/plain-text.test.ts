import { describe, expect, it } from 'vitest';
import { toPlainLine, toPlainText } from '../../../../main/cli/plain-text.ts';

describe('text for a terminal', () => {
  it('lets no control character through but line breaks and tabs', () => {
    const all = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('');
    const shown = toPlainText(all);
    const left = [...shown].filter((one) => one < ' ' || (one >= '\u007f' && one < '\u00a0'));
    expect(left).toEqual(['\t', '\n']);
    expect(toPlainText('\u001b]0;title\u0007\u001b[31mred')).toBe('\ufffd]0;title\ufffd\ufffd[31mred');
  });

  it('keeps accents, emoji and other scripts, and takes direction overrides out', () => {
    expect(toPlainText('é 漢字 👩‍👩‍👧 abc\u202egpj.exe')).toBe('é 漢字 👩‍👩‍👧 abc\ufffdgpj.exe');
  });

  it('drops carriage returns, so that a line cannot overwrite what stands before it', () => {
    expect(toPlainText('safe\rrm -rf\r\n')).toBe('saferm -rf\n');
    expect(toPlainLine('a\n\tb')).toBe('a b');
  });
});
