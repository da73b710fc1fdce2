import { Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { chat as words } from '../../strings/chat.ts';

/** What needs saying at the start, for example that a damaged store was set aside. */
export function StartNotices() {
  const notices = useStore(useApp().info, (state) => state.value?.startNotices);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  return (notices ?? [])
    .filter(({ text }) => !dismissed.includes(text))
    .map(({ tone, text }) => {
      const Icon = tone === 'info' ? Info : TriangleAlert;
      return (
        <div
          key={text}
          role={tone === 'info' ? 'status' : 'alert'}
          className={`flex items-start gap-2 border-line border-b px-4 py-2 ${tone === 'info' ? 'bg-accent-soft' : tone === 'warn' ? 'bg-warn-soft' : 'bg-danger-soft'}`}
        >
          <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <p className="wrap-anywhere min-w-0 flex-1 py-0.5">{text}</p>
          <IconButton icon={X} label={words.dismiss} size="small" onClick={() => setDismissed([...dismissed, text])} />
        </div>
      );
    });
}
