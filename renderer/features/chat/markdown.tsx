import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remend from 'remend';
import { safeLink, splitBlocks } from '../../state/markdown-blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { MarkdownImage, MarkdownLink } from './markdown-link.tsx';

/** The nodes a model's text can become. Anything else is drawn as its children. */
const ALLOWED = [
  'p',
  'br',
  'hr',
  'em',
  'strong',
  'del',
  'a',
  'img',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'input',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'sup',
  'section',
];

const COMPONENTS: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ src, alt }) => <MarkdownImage src={typeof src === 'string' ? src : undefined} alt={alt ?? ''} />,
  pre: ({ children, node }) => <CodeBlock node={node}>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  // Headings of an answer stand below the page's own.
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
};

const PLUGINS = [remarkGfm];

/** Text of a model. Markdown of a fixed set of nodes; HTML is shown as the text it is, pictures of the web as links. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const blocks = splitBlocks(text);
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <Block
          // Blocks only ever grow at the end, so the place is the identity.
          key={`block-${String(index)}`}
          text={block}
          unfinished={streaming && index === blocks.length - 1}
        />
      ))}
    </div>
  );
}

const Block = memo(function Block({ text, unfinished }: { text: string; unfinished: boolean }) {
  const source = unfinished ? remend(text, { linkMode: 'text-only', htmlTags: false }) : text;
  return (
    <div className="markdown-block">
      <ReactMarkdown
        remarkPlugins={PLUGINS}
        components={COMPONENTS}
        allowedElements={ALLOWED}
        unwrapDisallowed
        urlTransform={(url) => safeLink(url) ?? ''}
      >
        {source}
      </ReactMarkdown>
    </div>
  );
});
