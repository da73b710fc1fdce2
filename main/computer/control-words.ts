import type { ControlResult } from '../../protocol/ipc/shapes.ts';
import type { Acknowledged } from './session-port.ts';

/** The answer to Pause: claims that the machine is free only where the helper said so. */
export function pauseWords(answers: readonly Acknowledged[]): ControlResult {
  if (answers.length === 0) return { result: 'no_session', text: 'No computer use is running.' };
  if (answers.some((answer) => !answer.ok)) {
    const text = 'The helper did not confirm the pause, so it was shut down. Computer use stays paused.';
    return { result: 'unconfirmed', text };
  }
  const inFlight = answers.flatMap((answer) => (answer.ok && answer.inFlight !== null ? [answer.inFlight] : []));
  if (inFlight.length === 0) return { result: 'paused', text: 'Computer use is paused.' };
  const text = `Computer use is paused. One action had already begun and may still finish: ${inFlight.join(', ')}.`;
  return { result: 'paused_in_flight', text };
}

/** The answer to Resume. */
export function resumeWords(answers: readonly Acknowledged[]): ControlResult {
  if (answers.length === 0) return { result: 'no_session', text: 'No computer use is running.' };
  if (answers.every((answer) => answer.ok)) return { result: 'resumed', text: 'Computer use goes on.' };
  const text = 'The helper did not answer, so it was shut down. The next action starts a new one.';
  return { result: 'unconfirmed', text };
}

/** The answer to Stop. */
export function stopWords(sessions: number): ControlResult {
  if (sessions === 0) return { result: 'no_session', text: 'No computer use is running.' };
  return { result: 'stopped', text: 'Computer use is stopped. Nothing is held down, and nothing more is sent.' };
}
