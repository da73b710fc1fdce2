import { CircleAlert, CircleDot, Scissors } from 'lucide-react';
import type { RecordingEnd } from '../../../protocol/conversation/recording.ts';
import { recordingWords } from '../../../protocol/conversation/recording-words.ts';
import { Badge } from '../../components/badge.tsx';

const LOOKS = {
  running: { tone: 'accent', icon: CircleDot },
  complete: { tone: 'plain', icon: undefined },
  error: { tone: 'danger', icon: CircleAlert },
  cut: { tone: 'warn', icon: Scissors },
} as const;

/** How a session ended. One that died never looks like one that finished. */
export function EndBadge({ end }: { end: RecordingEnd }) {
  const { tone, icon } = LOOKS[end];
  return (
    <Badge tone={tone} {...(icon ? { icon } : {})}>
      {recordingWords.ends[end]}
    </Badge>
  );
}
