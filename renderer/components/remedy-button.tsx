import type { Remedy } from '../../protocol/conversation/message.ts';
import { useApp } from '../app-context.ts';
import { readAddress } from '../state/pages.ts';
import { shell } from '../strings/shell.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** The next step of a refusal: leads to a page, or copies the command that mends it. */
export function RemedyButton({ remedy }: { remedy: Remedy }) {
  const { shell: window_, chat } = useApp();

  function act(): void {
    if (remedy.page !== undefined) {
      const { page, conversationId } = readAddress(remedy.page);
      window_.go(page);
      if (conversationId) void chat.open(conversationId);
      return;
    }
    void copyText(remedy.command ?? '').then((copied) =>
      window_.say(copied ? 'info' : 'error', copied ? shell.commandCopied : shell.copyFailed),
    );
  }

  if (remedy.page === undefined && remedy.command === undefined) return <p className="text-sm">{remedy.label}</p>;
  return (
    <Button small onClick={act} title={remedy.command}>
      {remedy.label}
    </Button>
  );
}
