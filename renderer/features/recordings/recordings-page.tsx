import { useEffect } from 'react';
import { useApp } from '../../app-context.ts';
import { RecordingList } from './recording-list.tsx';
import { RecordingView } from './recording-view.tsx';

/** Recorded sessions of computer use: the list, or one of them. */
export function RecordingsPage({ id, callId }: { id: string | null; callId: string | null }) {
  const { recordings } = useApp();
  useEffect(() => void (id === null ? recordings.load() : recordings.show(id)), [recordings, id]);
  return id === null ? <RecordingList /> : <RecordingView key={id} id={id} callId={callId} />;
}
