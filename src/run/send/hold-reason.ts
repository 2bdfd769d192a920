/** Why a job that was started did not leave. It is pending again. */
export type HoldReason = keyof typeof recordedHold;

/** As the state file records it: a job's reason is text there, like those of the service. */
export const recordedHold = {
  paused: 'the run is paused',
  stopping: 'the run is stopping',
  halted: 'the run was halted before it could be sent',
  stateFile: 'the state could not be read or written',
  leaseEnding: 'the database did not answer, and another process may carry out the run by now',
  windowClosed: 'its window or deadline passed before it could be sent',
  forbidden: 'its contact was forbidden before it could be sent',
  notAsked: 'the contact ledger did not answer in time whether its contact is still allowed',
  slotMissed: 'the machine slept, its clock changed, or the request took too long to send',
} as const;
