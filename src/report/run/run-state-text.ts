import type { Instant } from '../../platform/ports.ts';
import type { RunState, SeenRun } from '../../run/run-state.ts';
import { formatDayTime } from '../plan/words.ts';

export const runStateWords: Readonly<Record<RunState, string>> = {
  new: 'not started',
  running: 'running',
  paused: 'paused',
  cancelled: 'cancelled',
  stopped: 'stopped with work left; continue with `callsheet run`',
  finished: 'finished',
};

type EndedRun = Pick<SeenRun, 'ended'> & { readonly state: RunState | 'unreadable' };

export const nobodyContacted = 'Nobody was contacted.';

/** Why a run does not go on, or why it did not reach everybody, without a full stop; undefined where nothing is to be said. */
export function formatRecordedEnd(run: EndedRun, timezone: string): string | undefined {
  return recordedEnd(run, (at) => formatDayTime(at, timezone))?.join('');
}

/** `formatRecordedEnd` in parts, with its moment as one likes. */
export function recordedEnd<Moment>(
  { state, ended }: EndedRun,
  moment: (at: Instant) => Moment,
): readonly (string | Moment)[] | undefined {
  if (state !== 'stopped' && state !== 'finished') return undefined;
  if (ended === undefined) return ['Its process died: it was killed, it crashed, or its machine stopped'];
  if (ended.reason === undefined) return undefined;
  return [state === 'stopped' ? 'Stopped ' : 'Ended ', moment(ended.at), `: ${ended.reason}`];
}
