import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { chat } from '../strings/chat.ts';
import { shell } from '../strings/shell.ts';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

/** How long the tick stays, in milliseconds. */
const TICK_MS = 1500;

/** Copies a text and says so. */
export function CopyButton({ text, label = chat.copy }: { text: string; label?: string }) {
  const app = useApp();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    if (await copyText(text)) setCopied(true);
    else app.shell.say('error', shell.copyFailed);
  }

  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? chat.copied : label}
      size="small"
      onClick={() => void copy()}
    />
  );
}
