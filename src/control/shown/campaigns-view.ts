import { instantOf } from '../../time/local-time.ts';
import { joinBursts } from './bursts.ts';
import { type CampaignNow, campaignNow } from './campaign-now.ts';
import type { OverviewInput } from './overview-view.ts';
import { nextStart, waitsAfter } from './sending-now.ts';
import { needOf } from './state-pill.ts';
import type { Burst, StepLane } from './views.ts';
import { inWords, type Words } from './words.ts';

export interface CampaignsInput extends Pick<OverviewInput, 'now' | 'sandbox'> {
  readonly campaigns: readonly Pick<OverviewInput, 'file' | 'look' | 'known' | 'lacksApproval'>[];
}

/** All campaigns at one moment, those that need a person first. */
export function campaignsView({ campaigns, now, sandbox }: CampaignsInput) {
  const zones = new Set(campaigns.flatMap(({ look }) => look.campaign?.timezone ?? []));
  const timezone = zones.size === 1 ? ([...zones][0] ?? 'UTC') : 'UTC';
  const rows = campaigns.map((one) => rowOf({ ...one, now, sandbox }));
  const sorted = rows.toSorted((one, other) => needOf(one.pill) - needOf(other.pill));
  return { timezone, sandbox, rows: sorted };
}

export type CampaignsView = ReturnType<typeof campaignsView>;
export type CampaignRow = ReturnType<typeof rowOf>;

function rowOf(input: Omit<OverviewInput, 'service' | 'allowActions'>) {
  const { known } = input;
  const now = campaignNow(input);
  const { shown, lanes, ended, errors } = now;
  return {
    ...shown,
    /** Why it stopped. */
    ended,
    next: nextWords(now, input.lacksApproval !== undefined),
    findings: known && { errors, warnings: known.findings.length - errors },
    done: merged(lanes, 'done'),
    planned: shown.state === 'cancelled' ? [] : merged(lanes, 'planned'),
  };
}

/** Of all steps, those that overlap as one. */
function merged(lanes: readonly StepLane[], of: 'done' | 'planned'): readonly Burst[] {
  const bursts = lanes.flatMap((lane) => lane[of]);
  return joinBursts(
    bursts.sort((one, other) => one.from - other.from),
    0,
  );
}

const inTurnMs = 60_000;

/** What comes next: of a run that nobody carries out, only once somebody does. Nothing where a start would be refused. */
function nextWords(
  { shown: { now }, look, lanes, promotable, nobody, refused }: CampaignNow,
  lacksApproval: boolean,
): Words | undefined {
  const { state, campaign } = look;
  if (state === 'running' && promotable[0] !== undefined) return `${promotable[0]}, once you promote it`;
  const isOver = state === 'finished' || state === 'cancelled' || state === 'unreadable';
  if (isOver || campaign === undefined || refused.length > 0) return undefined;
  const next = nextStart(lanes, now, waitsAfter(look, now));
  if (next === undefined) {
    // Nothing is planned for it, or its plan is not known.
    if (state !== 'new' || campaign.starts === undefined) return undefined;
    const at = instantOf(campaign.starts, campaign.timezone);
    if (at <= now) return undefined;
    return inWords`starts ${{ at }}${nobody === undefined ? '' : ', reaches nobody'}`;
  }
  const { title, at } = next;
  if (state === 'running') return inWords`${title}: ${at <= now ? 'now' : { at }}`;
  const toStart = [...(lacksApproval ? ['approve'] : []), ...(promotable.length > 0 ? ['promote'] : []), 'start'];
  const first = state === 'paused' ? 'resume' : new Intl.ListFormat('en-GB').format(toStart);
  if (at <= now + inTurnMs) return `${title}: once you ${first} it`;
  return inWords`${title}: ${{ at }}, if you ${first} it by then`;
}
