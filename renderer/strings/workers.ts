/** Words of the card of a call that delegates. */
export const workerWords = {
  list: 'Workers',
  step: (step: number) => `step ${step}`,
  status: {
    waiting: 'Waiting',
    running: 'Working',
    completed: 'Answered',
    failed: 'Failed',
    timed_out: 'Ended: no time left',
    canceled: 'Stopped',
    crashed: 'Broke',
  },
};
