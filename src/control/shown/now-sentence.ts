import { formatCount } from '../../diagnostic/count-words.ts';
import { formatJobs } from '../../report/plan/words.ts';
import { formatRate } from '../../report/run/speed-text.ts';
import type { CampaignNow } from './campaign-now.ts';
import type { ShownCounts } from './views.ts';
import { inWords, type Words } from './words.ts';

/** What the sentence needs beside what every view says. */
interface SentenceInput {
  /** Requests in a second, of the last minute. */
  readonly rate: number;
  readonly next: { readonly title: string; readonly at: number } | undefined;
  /** A person must let that begin, too. */
  readonly nextAwaits: boolean;
  /** The service has asked for the pause before that. */
  readonly serviceAsked: boolean;
  readonly ends: number | undefined;
  /** Who looks may start it, and nothing refuses that. */
  readonly startable: boolean;
  /** A control request has not been obeyed yet. */
  readonly obeying: boolean;
}

/** Within it, one's turn comes at once as people see it. */
const inTurnMs = 60_000;

/** What the run does now, in one sentence. */
export function nowSentence(
  { shown: { state, counts, now }, nobody, ended, sending, promotable, refused }: CampaignNow,
  { rate, next, nextAwaits, serviceAsked, ends, startable, obeying }: SentenceInput,
): Words {
  const isUnsaid = counts.pending === undefined || (state === 'stopped' && counts.pending === 0);
  const toSend = isUnsaid ? [] : [`${formatCount(counts.pending)} to send`];
  const left = toSend.map((text) => `, ${text}`).join('');
  switch (state) {
    case 'unreadable':
      return 'The state of this run cannot be read.';
    case 'new':
      if (nobody !== undefined) return `Not started. ${nobody}.`;
      if (next === undefined || refused.length > 0) return 'Not started.';
      return inWords`Not started. ${next.title} would start ${next.at < now + inTurnMs ? 'at once' : { at: next.at }}.`;
    case 'paused':
      return obeying ? `Pausing: ${formatJobs(counts.sending)} still under way.` : `Paused: nothing new starts${left}.`;
    case 'cancelled':
      return obeying
        ? `Ending${counts.sending === 0 ? '' : `: ${formatJobs(counts.sending)} still under way`}.`
        : `Cancelled: no process starts anything${left}.`;
    case 'stopped': {
      if (counts.pending === 0 && !startable) return inWords`${ended ?? 'Stopped'}.`;
      const press = startable ? ' Press Start to continue.' : '';
      if (ended === undefined) return `Stopped with work left${left}.${press}`;
      return inWords`${ended}.${toSend.map((text) => ` ${text}.`).join('')}${press}`;
    }
    case 'finished':
      return inWords`${finishedSentence(counts, nobody !== undefined)}${ended === undefined ? '' : inWords` ${ended}.`}`;
    case 'running': {
      const [first] = sending;
      const until = ends !== undefined && ends > now ? inWords`, planned to end ${{ at: ends }}` : '';
      if (first === undefined && promotable.length > 0) return `Waiting for a person. ${promotable.join('. ')}.`;
      if (first === undefined)
        return next === undefined
          ? `Running${left}.`
          : inWords`Waiting${serviceAsked ? ' as the service asked' : ''}: ${next.title} starts ${{ at: next.at }}${nextAwaits ? ', once it is promoted' : until}.`;
      const speed = rate > 0 ? `, ${formatRate(rate / 1_000, false)}` : '';
      const others = sending.length > 1 ? ` and ${sending.length - 1} more` : '';
      const all = first.of === undefined ? ' so far' : ` of ${formatCount(first.of)}`;
      return inWords`Sending ${first.title}${others}: ${formatCount(first.done)}${all}${speed}${until}.`;
    }
    default:
      return state satisfies never;
  }
}

function finishedSentence(counts: ShownCounts, reachesNobody: boolean): string {
  const { accepted, rejected, expired, inDoubt, cancelled } = counts;
  const bad = [
    rejected > 0 ? `${formatCount(rejected)} rejected` : '',
    expired > 0 ? `${formatCount(expired)} expired` : '',
    inDoubt > 0 ? `${formatCount(inDoubt)} in doubt` : '',
    cancelled > 0 ? `${formatCount(cancelled)} given up` : '',
  ].filter((words) => words !== '');
  // What a person gave up in doubt may have arrived.
  const isNobody = reachesNobody || accepted + inDoubt + cancelled === 0;
  const reached = isNobody ? 'nobody was contacted' : `${formatCount(accepted)} accepted`;
  return `Finished: ${[reached, ...bad].join(', ')}.`;
}
