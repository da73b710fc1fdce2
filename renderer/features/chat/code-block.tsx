import type { ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { CopyButton } from '../../components/copy-button.tsx';
import { chat as words } from '../../strings/chat.ts';

/** The element of the syntax tree that was drawn. */
type Node = ExtraProps['node'];

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ node, children }: { node: Node; children: ReactNode }) {
  const { text, language } = readCode(node);
  return (
    <div className="overflow-hidden rounded-control border border-line bg-sunken">
      <div className="flex min-h-8 items-center justify-between border-line border-b pr-1 pl-3 text-muted text-xs">
        <span>{language || words.code}</span>
        <CopyButton text={text} label={words.copyCode} />
      </div>
      <section aria-label={language || words.code} className="overflow-x-auto">
        <pre className="w-max min-w-full px-3 py-2 font-mono text-sm leading-normal">{children}</pre>
      </section>
    </div>
  );
}

function readCode(node: Node): { text: string; language: string } {
  const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code');
  if (code?.type !== 'element') return { text: '', language: '' };
  const classes = code.properties['className'];
  const language = Array.isArray(classes) ? classes.find((name) => String(name).startsWith('language-')) : undefined;
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  return { text: text.replace(/\n$/, ''), language: language ? String(language).slice('language-'.length) : '' };
}
