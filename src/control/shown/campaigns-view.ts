import { recordedEnd } from '../../report/run/run-state-text.ts';
import { instantOf } from '../../time/local-time.ts';
import { waitsAfter } from './idle.ts';
import type { KnownPlan } from './known-plan.ts';
import { errorsIn, nobodyIn, runClock, shownCost } from './overview-view.ts';
import { lateBy } from './run-actions.ts';
import type { RunLook } from './run-look.ts';
import { seenWith, sumCounts } from './run-sums.ts';
import { sendingNow } from './sending-now.ts';
import { needOf, statePill } from './state-pill.ts';
import { stepLanes } from './step-lanes.ts';
import type { Burst, CampaignRow, CampaignsView, StepLane } from './views.ts';
import { waveWaits } from './wave-waits.ts';
import { inWords, type Words } from './words.ts';

export interface CampaignsInput {
  readonly campaigns: readonly {
    readonly file: string;
    readonly look: RunLook;
    readonly known: KnownPlan | undefined;
    readonly lacksApproval: string | undefined;
  }[];
  readonly now: number;
  readonly sandbox: boolean;
}

/** All campaigns at one moment. */
export function campaignsView({ campaigns, now, sandbox }: CampaignsInput): CampaignsView {
  const zones = new Set(campaigns.flatMap(({ look }) => look.campaign?.timezone ?? []));
  const timezone = zones.size === 1 ? ([...zones][0] ?? 'UTC') : 'UTC';
  const rows = campaigns.map((one) => rowOf(one, { now, sandbox }));
  const sorted = rows.toSorted((one, other) => needOf(one.pill) - needOf(other.pill));
  return { now, timezone, sandbox, rows: sorted };
}

function rowOf(
  { file, look: recorded, known, lacksApproval }: CampaignsInput['campaigns'][number],
  { now: machine, sandbox }: Pick<CampaignsInput, 'now' | 'sandbox'>,
): CampaignRow {
  const now = runClock({ look: recorded, known, now: machine, sandbox });
  const lanes = recorded.campaign === undefined ? [] : stepLanes(recorded.campaign, recorded, known, now);
  const look = seenWith(recorded, known, lanes);
  const planned = look.state === 'cancelled' ? [] : merged(lanes, 'planned');
  const errors = errorsIn(known);
  const counts = sumCounts(lanes.map((lane) => lane.counts));
  const ended = recordedEnd(look, (at) => ({ at }));
  const promotable = waveWaits(look.campaign, known);
  return {
    file,
    title: look.campaign?.title ?? look.name,
    state: look.state,
    pill: statePill({
      state: look.state,
      counts,
      errors,
      isLate: lateBy({ look, now: machine, sandbox }) !== undefined,
      lacksApproval: lacksApproval !== undefined,
      reachesNobody: nobodyIn(known) !== undefined,
      wasStopped: ended !== undefined,
      awaitsPerson: promotable.length > 0,
      isSending: sendingNow(look, known, lanes, now).length > 0,
    }),
    now,
    ended,
    cost: shownCost(look.campaign, known, lanes),
    counts,
    next:
      look.state === 'running' && promotable[0] !== undefined
        ? `${promotable[0]}, once you promote it`
        : nextWords(lanes, now, look, nobodyIn(known) !== undefined),
    findings: known && { errors, warnings: known.findings.length - errors },
    trouble: look.trouble ?? known?.trouble,
    done: merged(lanes, 'done'),
    planned,
  };
}

/** Of all steps, those that overlap as one. */
function merged(lanes: readonly StepLane[], of: 'done' | 'planned'): readonly Burst[] {
  const all: { from: number; to: number; jobs: number }[] = [];
  for (const burst of lanes.flatMap((lane) => lane[of]).sort((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last !== undefined && burst.from <= last.to) {
      last.to = Math.max(last.to, burst.to);
      last.jobs += burst.jobs;
    } else all.push({ ...burst });
  }
  return all;
}

const inTurnMs = 60_000;

/** What comes next: of a run that nobody carries out, only once somebody does. */
function nextWords(lanes: readonly StepLane[], now: number, look: RunLook, reachesNobody: boolean): Words | undefined {
  const { state, campaign } = look;
  const after = waitsAfter(look, now);
  if (state === 'finished' || state === 'cancelled' || state === 'unreadable' || campaign === undefined)
    return undefined;
  const next = lanes
    .flatMap(({ title, planned }) =>
      planned
        .filter(({ from }) => from > after)
        .slice(0, 1)
        .map(({ from }) => ({ title, at: from })),
    )
    .sort((one, other) => one.at - other.at)[0];
  if (next === undefined) {
    // Nothing is planned for it, or its plan is not known.
    if (state !== 'new' || campaign.starts === undefined) return undefined;
    const at = instantOf(campaign.starts, campaign.timezone);
    if (at <= now) return undefined;
    return inWords`starts ${{ at }}${reachesNobody ? ', reaches nobody' : ''}`;
  }
  const { title, at } = next;
  if (state === 'running') return inWords`${title}: ${at <= now ? 'now' : { at }}`;
  const first = state === 'paused' ? 'resume' : 'start';
  if (at <= now + inTurnMs) return `${title}: once you ${first} it`;
  return inWords`${title}: ${{ at }}, if you ${first} it by then`;
}
