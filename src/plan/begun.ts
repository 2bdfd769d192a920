import type { Campaign, Step } from '../campaign/campaign.ts';
import { warning } from '../campaign/rules/rule.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { listed } from '../diagnostic/did-you-mean.ts';
import { type History, type HistoryRow, someRow } from '../job/history.ts';
import type { Instant } from '../platform/ports.ts';
import { instantOf } from '../time/local-time.ts';
import { minuteMs } from '../time/wall-clock.ts';

/** A start within this time after `starts` is on time. */
const overdueGraceMs = 15 * minuteMs;

/**
 * By how many milliseconds a campaign is late: its `starts` has passed, and it has not started. Undefined when it is not late.
 * An overdue campaign starts only with `run --late`.
 */
export function overdueBy(input: {
  readonly campaign: Campaign;
  readonly now: Instant;
  /** `hasBegunIn`. */
  readonly begun: boolean;
}): number | undefined {
  const { campaign, now, begun } = input;
  if (campaign.starts === undefined || begun) return undefined;
  const late = now - instantOf(campaign.starts, campaign.timezone);
  return late > overdueGraceMs ? late : undefined;
}

/** What an overdue campaign needs: a late start sends nothing after its end. */
export function overdueRemedy({ ends, timezone }: Campaign, now: Instant, late: string): string {
  return ends !== undefined && now >= instantOf(ends, timezone)
    ? 'Its end is past, too: change `starts` and `ends`'
    : `Use ${late} to start it now, or change \`starts\``;
}

/** Whether a job of the campaign was accepted or rejected, or may have reached the service. */
export function hasBegunIn({ steps }: Pick<Campaign, 'steps'>, histories: History['steps']): boolean {
  const isBegun = (name: string | undefined): boolean => {
    const history = name === undefined ? undefined : histories.get(name);
    return history !== undefined && someRow(history, mayHaveReached);
  };
  return steps.some(({ id, was }) => isBegun(id) || isBegun(was));
}

export function mayHaveReached({
  state,
  attempts,
  doubtful,
  maybeSent,
}: Pick<HistoryRow, 'state' | 'attempts' | 'doubtful' | 'maybeSent'>): boolean {
  switch (state) {
    case 'accepted':
    case 'rejected':
    case 'inDoubt':
    case 'sending':
      return true;
    case 'pending':
      return attempts > 0 || doubtful || maybeSent;
    case 'skipped':
    case 'expired':
    case 'cancelled':
      return false;
    default:
      return state satisfies never;
  }
}

/** The finding of a plan that says so. */
const unclearRenameCode = 'CS5106';

/** A step that is gone and a new one: the same under another name, or two? */
export interface UnclearRename {
  readonly lost: string;
  readonly candidate: string;
  /** Further new steps that may be the same. */
  readonly others?: readonly string[];
  /** The file still has a step of the lost name, with another request than was sent; the new one sends that again. */
  readonly isTaken?: true;
}

/** Each step that may have reached somebody and is no longer in the file, with the new steps that may be the same. */
export function unclearRenames({ steps }: Campaign, recorded: History['steps']): readonly UnclearRename[] {
  const known = new Set(steps.flatMap(namesOf));
  const fresh = steps.filter((step) => !namesOf(step).some((name) => recorded.has(name)));
  return [...recorded].flatMap(([lost, history]) => {
    if (known.has(lost)) return [];
    const candidates = fresh.filter(({ forEach }) =>
      someRow(history, (row) => mayHaveReached(row) && (row.key !== undefined) === (forEach !== undefined)),
    );
    const [candidate, ...others] = candidates.map(({ id }) => id);
    return candidate === undefined ? [] : [{ lost, candidate, ...(others.length > 0 && { others }) }];
  });
}

function namesOf({ id, was }: Step): readonly string[] {
  return was === undefined ? [id] : [id, was];
}

export function renameWords({ lost, candidate, others, isTaken }: UnclearRename): string {
  if (isTaken)
    return `\`${candidate}\` is new and sends what was sent as \`${lost}\`, which sends something else now: if it is that step, everyone gets it again`;
  if (others !== undefined)
    return `Step \`${lost}\` is gone, and ${listed([candidate, ...others], 'and')} are new: if one of them is the same step, everyone may get it again`;
  return `Step \`${lost}\` is gone, and \`${candidate}\` is new: if it is the same step, everyone may get it again`;
}

/** How a person answers the question. */
export function renameRemedy({ lost, candidate, others, isTaken }: UnclearRename): string {
  if (isTaken)
    return `If it is that step, give \`${lost}\` a name that no step had, and add \`was: ${lost}\` to \`${candidate}\`; otherwise use \`run --accept-edits\``;
  if (others !== undefined)
    return `Add \`was: ${lost}\` to the one that is the same step under a new name; if none is, use \`run --accept-edits\``;
  return `Add \`was: ${lost}\` to it if it is the same step under a new name; otherwise use \`run --accept-edits\``;
}

/** Why a run is refused until somebody answers. */
export const renameQuestion = `A step looks renamed: say in the file whether it is the same one (${unclearRenameCode}).`;

/** As findings of a plan. */
export function renameFindings({ steps }: Campaign, renames: readonly UnclearRename[]): readonly Diagnostic[] {
  return renames.flatMap((rename) => {
    const step = steps.find(({ id }) => id === rename.candidate);
    if (step === undefined) return [];
    return [warning(unclearRenameCode, step.span, renameWords(rename), renameRemedy(rename))];
  });
}
