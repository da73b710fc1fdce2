import { wideText } from './wide-text.ts';

export const CF = {
  text: 1,
  bitmap: 2,
  metafile: 3,
  dib: 8,
  palette: 9,
  unicodeText: 13,
  enhancedMetafile: 14,
  dibV5: 17,
};

/** Formats whose handle is not plain memory, with the words for what is lost. */
const NOT_MEMORY: Record<number, string> = {
  [CF.bitmap]: 'a bitmap',
  [CF.metafile]: 'a metafile',
  [CF.palette]: 'a palette',
  [CF.enhancedMetafile]: 'an enhanced metafile',
  128: 'content that its program draws itself',
  130: 'a display bitmap',
  131: 'a display metafile',
  142: 'a display enhanced metafile',
};
const PRIVATE = { first: 0x200, last: 0x3ff };

/** Which formats can be copied, and words for those that cannot. */
export function sortFormats(
  formats: readonly number[],
  nameOf: (format: number) => string,
): { kept: number[]; lost: string[] } {
  const hasPicture = formats.includes(CF.dib) || formats.includes(CF.dibV5);
  const kept: number[] = [];
  const lost: string[] = [];
  for (const format of formats) {
    // The system makes a bitmap and its palette anew from the picture that is kept.
    if (hasPicture && (format === CF.bitmap || format === CF.palette)) continue;
    const words = Object.hasOwn(NOT_MEMORY, format) ? NOT_MEMORY[format] : undefined;
    if (words) lost.push(words);
    else if (format >= PRIVATE.first && format <= PRIVATE.last) lost.push(`the private format ${nameOf(format)}`);
    else kept.push(format);
  }
  return { kept, lost };
}

/** A registered format's name; its number where it has none. */
export function formatName(read: (name: Buffer, units: number) => number, format: number): string {
  const name = Buffer.alloc(256);
  return read(name, name.length / 2) > 0 ? wideText(name) : `${format}`;
}
