import type { Roster } from '../../src/audience/roster.ts';
import type { Campaign } from '../../src/campaign/campaign.ts';
import type { History } from '../../src/job/history.ts';
import type { BegunWave } from '../../src/job/waves.ts';
import type { Instant } from '../../src/platform/ports.ts';
import { createScheduler } from '../../src/schedule/create-scheduler.ts';
import { blockText, dropText } from '../../src/schedule/reasons.ts';
import type { ScheduledJob, SchedulerInput, Settlement } from '../../src/schedule/scheduler.ts';
import type { Trace } from '../../src/schedule/trace.ts';
import { formatWall, instantOf, wallAt } from '../../src/time/local-time.ts';
import { noHistory } from './campaign.ts';

export interface Turned {
  readonly kind: 'start' | 'drop' | 'wait' | 'wave' | 'promotion' | 'finished' | 'inFlight';
  readonly begun?: BegunWave;
  readonly at: Instant;
  readonly job?: ScheduledJob;
  /** Of a drop. */
  readonly decidedAt?: Instant;
  /** `09:00:00.500 code[234] rate`, in the campaign's zone. */
  readonly line: string;
}

/** Turns a scheduler with a virtual clock and writes down what it decides; every job is settled as `settle` says. */
export function turn(input: {
  readonly campaign: Campaign;
  readonly rosters?: readonly Roster[];
  readonly history?: History;
  /** A local date-time in the campaign's zone. */
  readonly now: string;
  readonly settle?: (job: ScheduledJob, now: Instant) => Settlement;
  readonly waits?: boolean;
  readonly promotes?: SchedulerInput['promotes'];
  readonly part?: SchedulerInput['part'];
  /** The trace is valid until it returns. */
  readonly onStart?: (job: ScheduledJob, trace: Trace) => void;
}): readonly Turned[] {
  const { campaign, rosters = [], history = noHistory, settle, waits = false, promotes, part, onStart } = input;
  let now = instantOf(input.now, campaign.timezone);
  const byName = new Map(rosters.map((roster) => [roster.audience, roster]));
  const scheduler = createScheduler({ run: '1', campaign, rosters: byName, history, promotes, part, now });
  const turned: Turned[] = [];
  const write = (
    kind: Turned['kind'],
    words: readonly (string | undefined)[],
    more: Pick<Turned, 'job' | 'decidedAt' | 'begun'> = {},
  ): void => {
    const clock = formatWall(wallAt(now, campaign.timezone)).replace('T', ' ');
    const line = [clock, ...words].filter((word) => word !== undefined).join(' ');
    turned.push({ kind, at: now, line, ...more });
  };
  for (;;) {
    const decision = scheduler.next(now);
    switch (decision.kind) {
      case 'start':
        write('start', [nameOf(decision.job), decision.trace.heldBy()], { job: decision.job });
        onStart?.(decision.job, decision.trace);
        scheduler.settle(decision.job, settle?.(decision.job, now) ?? { kind: 'settled', state: 'accepted' }, now);
        break;
      case 'drop':
        write('drop', [nameOf(decision.job), decision.state, dropText(decision.reason)], decision);
        break;
      case 'wait':
        if (waits) write('wait', ['wait', decision.heldBy]);
        // A person must say something.
        if (decision.until === Number.POSITIVE_INFINITY) return turned;
        now = decision.until;
        break;
      case 'wave': {
        const { begun } = decision;
        write('wave', [begun.step, `wave ${begun.wave + 1}`, `${begun.people} of ${begun.of}`], { begun });
        break;
      }
      case 'promotion': {
        const { step, begun, isUnderWay, broken } = decision;
        const state = isUnderWay ? 'is under way' : 'is over';
        write('promotion', [step.id, `wave ${begun.wave + 1} ${state}`, broken && `broken ${JSON.stringify(broken)}`]);
        if (isUnderWay) return turned;
        break;
      }
      case 'inFlight':
      case 'finished': {
        for (const { step, state, blockedBy, stopReason } of scheduler.progress()) {
          const reason = blockedBy === undefined ? stopReason : blockText(blockedBy);
          if (state !== 'finished') write('finished', [step, state, reason]);
        }
        return turned;
      }
      default: {
        const never: never = decision;
        return never;
      }
    }
  }
}

export function lines(turned: readonly Turned[]): readonly string[] {
  return turned.map(({ line }) => line);
}

function nameOf({ step, key }: ScheduledJob): string {
  return key === undefined ? step.id : `${step.id}[${key}]`;
}
