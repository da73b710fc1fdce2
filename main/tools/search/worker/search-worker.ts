import { parentPort } from 'node:worker_threads';
import type { SearchAnswer, SearchJob } from './messages.ts';
import { searchContent } from './search-content.ts';
import { searchNames } from './search-names.ts';

/** Entry of a search thread. It is built by itself; a job that hangs is ended by ending the thread. */
parentPort?.on('message', (job: SearchJob) => {
  const answer: SearchAnswer = job.kind === 'content' ? searchContent(job) : searchNames(job);
  parentPort?.postMessage(answer);
});
