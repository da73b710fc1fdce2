import { ExternalLink, Image } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../app-context.ts';
import { safeLink } from '../../state/markdown-blocks.ts';
import { chat as words } from '../../strings/chat.ts';

interface LinkProps {
  href: string | undefined;
  children: ReactNode;
}

/** A link of a model: shows where it leads before it is followed, and opens in the system's browser. */
export function MarkdownLink({ href, children }: LinkProps) {
  const { host, shell, attempt } = useApp();
  const target = safeLink(href);
  if (!target) return <span title={words.blockedLink}>{children}</span>;
  const show = (linkTarget: string | null) => shell.setState({ linkTarget });
  return (
    <a
      href={target}
      title={words.openLink(target)}
      className="text-accent-ink underline underline-offset-2"
      onMouseEnter={() => show(target)}
      onMouseLeave={() => show(null)}
      onFocus={() => show(target)}
      onBlur={() => show(null)}
      onAuxClick={(event) => event.preventDefault()}
      onClick={(event) => {
        event.preventDefault();
        void attempt(async () => {
          await host.call('app.open-link', { url: target });
        });
      }}
    >
      {children}
      <ExternalLink aria-hidden="true" className="ml-0.5 inline size-3 align-baseline" />
    </a>
  );
}

/** A picture a model points to is never fetched: its address is offered as a link. */
export function MarkdownImage({ src, alt }: { src: string | undefined; alt: string }) {
  return (
    <MarkdownLink href={src}>
      <Image aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
      {words.remoteImage(alt)}
    </MarkdownLink>
  );
}
