import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { createAnnouncer } from '../../state/announce.ts';

/** Announcements kept in the page, newest last. */
const KEPT = 5;

interface Said {
  id: number;
  text: string;
  urgent: boolean;
}

/** Tells a screen reader what is new, in finished paragraphs; a question of the agent at once. */
export function ChatAnnouncer() {
  const { chat } = useApp();
  const conversation = useStore(chat, (state) => state.conversation);
  const announcer = useRef(createAnnouncer());
  const last = useRef(0);
  const [said, setSaid] = useState<Said[]>([]);

  useEffect(() => {
    const fresh = announcer.current.next(conversation).map((one) => {
      last.current += 1;
      return { ...one, id: last.current };
    });
    if (fresh.length > 0) setSaid((old) => [...old, ...fresh].slice(-KEPT));
  }, [conversation]);

  const lines = (urgent: boolean) =>
    said.filter((one) => one.urgent === urgent).map((one) => <p key={one.id}>{one.text}</p>);
  return (
    <div className="sr-only">
      <div aria-live="polite" aria-relevant="additions" data-testid="announcer">
        {lines(false)}
      </div>
      <div aria-live="assertive" aria-relevant="additions" data-testid="urgent-announcer">
        {lines(true)}
      </div>
    </div>
  );
}
