const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Markup that was made here. Everything else that goes into a page is a text. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[];

/** Writes markup; every value that is not markup itself is escaped, in text and in attributes alike. */
export function html(pieces: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(pieces.reduce((page, piece, index) => page + write(values[index - 1]) + piece));
}

function write(value: Part | undefined): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map((one: Html) => one.markup).join('');
  return escapeText(String(value ?? ''));
}

/** No sign of a text can end an element or an attribute, and control characters are not carried on. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '').replaceAll(/[^\P{C}\n\t]/gu, ' ');
}
