import type { Writable } from 'node:stream';

/**
 * stdout carries the protocol alone; stderr is a free log. When nobody reads it any more, since the app was killed, a
 * line is lost and no more: without a listener each failed line would be an error of its own, to be logged again.
 */
export function openLog(stream: Writable): (line: string) => void {
  let isOpen = true;
  stream.on('error', () => {
    isOpen = false;
  });
  return (line) => {
    if (isOpen) stream.write(`${line}\n`);
  };
}
