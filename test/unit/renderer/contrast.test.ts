import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../renderer/styles/theme.css'), 'utf8');
const TOKEN = /--([\w-]+): light-dark\(oklch\(([\d.]+) ([\d.]+) ([\d.]+)\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\);/g;

type Colour = [lightness: number, chroma: number, hue: number];
const tokens = new Map<string, { light: Colour; dark: Colour }>();
for (const found of css.matchAll(TOKEN)) {
  const [, name = '', ...numbers] = found;
  const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number);
  tokens.set(name, { light: [l1, c1, h1], dark: [l2, c2, h2] });
}

/** Relative luminance of WCAG from OKLCH. Source: the OKLab definition by B. Ottosson, matrices to linear sRGB. */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: string, back: string, theme: 'light' | 'dark'): number {
  const one = tokens.get(front);
  const other = tokens.get(back);
  if (!one || !other) throw new Error(`no token ${one ? back : front}`);
  const [low = 0, high = 0] = [luminance(one[theme]), luminance(other[theme])].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['bg', 'raised', 'sunken', 'hover', 'selected'];
const TEXT_PAIRS = [
  ...['text', 'muted'].flatMap((front) => SURFACES.map((back) => [front, back])),
  ...['ok', 'warn', 'danger', 'accent-ink'].flatMap((front) =>
    ['bg', 'raised', 'sunken', 'hover'].map((b) => [front, b]),
  ),
  ...['ok', 'warn', 'danger'].map((name) => [name, `${name}-soft`]),
  ...['warn-soft', 'danger-soft', 'accent-soft'].map((back) => ['text', back]),
  ...['warn-soft', 'danger-soft', 'accent-soft'].map((back) => ['muted', back]),
  ['accent-ink', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'danger-fill'],
] as [string, string][];

test('the list of colours was read', () => {
  expect(tokens.size).toBeGreaterThan(20);
  expect(contrast('on-accent', 'on-accent', 'light')).toBe(1);
});

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT_PAIRS)(`${theme}: text %s on %s has a contrast of at least 4.5`, (front, back) => {
    expect(contrast(front, back, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['bg', 'raised'])(`${theme}: borders of controls and the focus ring stand out on %s`, (back) => {
    expect(contrast('control-border', back, theme)).toBeGreaterThanOrEqual(3);
    expect(contrast('accent-ink', back, theme)).toBeGreaterThanOrEqual(3);
  });
}
