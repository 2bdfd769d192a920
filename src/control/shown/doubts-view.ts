import type { Campaign } from '../../campaign/campaign.ts';
import { parseAddress } from '../../job/address.ts';
import { formatDayTime, formatLength } from '../../report/plan/words.ts';
import type { DoubtsView, ShownDoubt } from './people-views.ts';
import { messageParts, type RequestJson } from './person-story.ts';

/** A line of `reconcile --format json`. */
export interface DoubtJson extends RequestJson {
  readonly address: string;
  readonly state: 'inDoubt' | 'sending';
  readonly at?: string;
  readonly reason?: string;
  readonly attempts: number;
}

interface DoubtFilter {
  readonly step: string;
}

const pageSize = 200;

/** A page of the jobs in doubt, with what speaks for and against their arrival. */
export function doubtsView(given: {
  readonly doubts: readonly DoubtJson[];
  readonly campaign: Campaign | undefined;
  readonly now: number;
  readonly filter: DoubtFilter & { readonly page: number };
  readonly handleOf: (name: string) => string;
}): DoubtsView {
  const { campaign, filter, handleOf, now } = given;
  const open = given.doubts.filter(({ state }) => state === 'inDoubt');
  const found = ofFilter(open, filter);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, Math.floor(filter.page) || 1), pages);
  const ids = [...new Set(open.map(stepOf))];
  const titleOf = (id: string): string => campaign?.steps.find((step) => step.id === id)?.title ?? id;
  return {
    all: open.length,
    steps: ids.map((id) => ({ id, title: titleOf(id), jobs: ofFilter(open, { step: id }).length })),
    found: found.length,
    page,
    pages,
    doubts: found.slice((page - 1) * pageSize, page * pageSize).map((doubt): ShownDoubt => {
      const step = campaign?.steps.find(({ id }) => id === stepOf(doubt));
      const key = parseAddress(doubt.address)?.key;
      return {
        handle: handleOf(decisionRow(doubt)),
        who: key ?? 'for nobody in particular',
        person: key === undefined ? undefined : handleOf(key),
        step: titleOf(stepOf(doubt)),
        at: doubt.at === undefined ? undefined : formatDayTime(Date.parse(doubt.at), campaign?.timezone ?? 'UTC', true),
        happened: doubt.reason ?? 'No valid answer came.',
        evidence: evidenceOf(doubt, now),
        message: messageParts(step?.uses, doubt),
      };
    }),
  };
}

/** What a decision is about: this attempt of the job, and no later one. As a row of `reconcile --from`, without the decision. */
export function decisionRow({ address, attempts }: Pick<DoubtJson, 'address' | 'attempts'>): string {
  return JSON.stringify({ address, attempts });
}

export function ofFilter(doubts: readonly DoubtJson[], { step }: DoubtFilter): readonly DoubtJson[] {
  return doubts.filter((doubt) => doubt.state === 'inDoubt' && (step === '' || stepOf(doubt) === step));
}

function stepOf({ address }: DoubtJson): string {
  return parseAddress(address)?.step ?? address;
}

/** What the record says for and against its arrival; more is to be found at the service, by number and time. */
function evidenceOf({ at, attempts, unknown }: DoubtJson, now: number): readonly string[] {
  const age =
    at === undefined ? [] : [`Sent ${formatLength(Math.max(60_000, now - Date.parse(at)))} ago, and no answer since.`];
  const tries = attempts > 1 ? [`${attempts} attempts: each may have arrived.`] : [];
  const hidden = unknown === undefined ? [] : [`The message is not shown: ${unknown}.`];
  return [...age, ...tries, ...hidden];
}
