import { formatCount } from '../../diagnostic/count-words.ts';
import { type PillName, pillNames, type ShownCounts, type ShownState, type StatePill } from './views.ts';

export interface PillInput {
  readonly state: ShownState;
  readonly counts: Pick<ShownCounts, 'inDoubt' | 'expired'>;
  /** Errors of the campaign. */
  readonly errors: number;
  /** It has not begun, and its date has passed. */
  readonly isLate: boolean;
  /** Only approved plans may be started, and none is approved. */
  readonly lacksApproval: boolean;
  /** By the plan: everybody is left out. */
  readonly reachesNobody: boolean;
  /** A wave waits for a person. */
  readonly awaitsPerson: boolean;
  /** As `sendingNow` has it. */
  readonly isSending: boolean;
}

const pills: Readonly<Record<PillName, Omit<StatePill, 'name'>>> = {
  unreadable: { text: 'Cannot be read', tone: 'bad' },
  stopped: { text: 'Stopped', tone: 'bad' },
  errors: { text: 'Has errors', tone: 'bad' },
  inDoubt: { text: 'In doubt', tone: 'ask' },
  late: { text: 'Overdue', tone: 'ask' },
  tooLate: { text: 'Too late', tone: 'ask' },
  nobody: { text: 'Reaches nobody', tone: 'ask' },
  toApprove: { text: 'To approve', tone: 'ask' },
  awaits: { text: 'Waits for you', tone: 'ask' },
  paused: { text: 'Paused', tone: 'ask' },
  sending: { text: 'Sending', tone: 'go' },
  waiting: { text: 'Waiting', tone: 'plain' },
  new: { text: 'Not started', tone: 'plain' },
  cancelled: { text: 'Cancelled', tone: 'plain' },
  finished: { text: 'Finished', tone: 'plain' },
};

export function statePill(input: PillInput): StatePill {
  const name = nameOf(input);
  const pill = { name, ...pills[name] };
  const { inDoubt, expired } = input.counts;
  if (name === 'inDoubt') return { ...pill, text: `${formatCount(inDoubt)} in doubt` };
  return name === 'tooLate' ? { ...pill, text: `${formatCount(expired)} expired` } : pill;
}

/** Smaller: needs a person sooner. */
export function needOf({ name }: Pick<StatePill, 'name'>): number {
  return pillNames.indexOf(name);
}

function nameOf(input: PillInput): PillName {
  const { state, counts, errors, isLate, lacksApproval, awaitsPerson, isSending, reachesNobody } = input;
  switch (state) {
    case 'running':
      if (awaitsPerson) return 'awaits';
      return isSending ? 'sending' : 'waiting';
    case 'finished':
      if (counts.inDoubt > 0) return 'inDoubt';
      if (counts.expired > 0) return 'tooLate';
      return reachesNobody ? 'nobody' : 'finished';
    case 'new':
      if (errors > 0) return 'errors';
      // To start it late would reach nobody, either.
      if (reachesNobody) return counts.expired > 0 ? 'tooLate' : 'nobody';
      if (isLate) return 'late';
      return lacksApproval ? 'toApprove' : 'new';
    case 'stopped':
    case 'paused':
    case 'cancelled':
    case 'unreadable':
      return state;
    default:
      return state satisfies never;
  }
}
