import type { Badge } from '../desktop.ts';
import type { Rgb } from '../picture/rgb.ts';

/** Points at 72 to the inch; a line of some 30 pixels at the usual density. */
const FONT = 'sans 10';
const PADDING = 10;
const DOT = 10;
const COLOURS = {
  ground: '#17181a',
  title: '#ffffff',
  hint: '#c3c6cc',
  driving: '#4c9dff',
  paused: '#f2b84b',
} as const;

/** The badge as it is shown: a dot for the state, the words, and how to stop. `scale` 1 is 96 dots to the inch. */
export async function drawBadge({ state, title, hint }: Badge, scale: number): Promise<Rgb> {
  const sharp = (await import('sharp')).default;
  sharp.cache(false);
  const words = `${span(title, COLOURS.title, 'bold')}   ${span(hint, COLOURS.hint, 'normal')}`;
  const text = await sharp({ text: { text: words, font: FONT, rgba: true, dpi: Math.round(96 * scale) } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [padding, dot] = [Math.round(PADDING * scale), Math.round(DOT * scale)];
  const width = padding + dot + padding + text.info.width + padding;
  const height = Math.max(text.info.height, dot) + 2 * Math.round(padding * 0.8);
  const middle = (inner: number) => Math.round((height - inner) / 2);
  const circle = `<svg width="${dot}" height="${dot}"><circle cx="50%" cy="50%" r="50%" fill="${COLOURS[state]}"/></svg>`;
  const { data } = await sharp({ create: { width, height, channels: 3, background: COLOURS.ground } })
    .composite([
      { input: Buffer.from(circle), left: padding, top: middle(dot) },
      { input: text.data, left: padding + dot + padding, top: middle(text.info.height) },
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

function span(text: string, colour: string, weight: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<span foreground="${colour}" weight="${weight}">${escaped}</span>`;
}
