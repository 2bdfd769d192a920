import { createHash } from 'node:crypto';
import type { Campaign } from '../../campaign/campaign.ts';
import { parseAddress } from '../../job/address.ts';
import type { JobState } from '../../job/job.ts';
import type { RequestJson } from '../../report/messages.ts';
import { messageParts } from './person-story.ts';
import { titleOf } from './run-look.ts';

/** A line of `reconcile --format json`. */
export interface DoubtJson extends RequestJson {
  readonly address: string;
  readonly name?: string | undefined;
  readonly state: JobState;
  readonly at?: string | undefined;
  readonly reason?: string | undefined;
  readonly attempts: number;
  /** What the record says for and against its arrival. */
  readonly evidence?: string | undefined;
}

export interface DoubtFilter {
  /** Empty for all. */
  readonly step: string;
  /** The short name of what happened; empty for all. */
  readonly why: string;
}

const pageSize = 100;
/** A service may have words of its own for each job. */
const reasonsMost = 20;

/** A page of the jobs in doubt, with what speaks for and against their arrival. */
export function doubtsView(given: {
  readonly doubts: readonly DoubtJson[];
  readonly campaign: Campaign | undefined;
  readonly filter: DoubtFilter & { readonly page: number };
  /** `decisionRow` of the one that is looked for, whose page it is then. */
  readonly sought?: string | undefined;
  readonly handleOf: (name: string) => string;
  /** Of a person, by what lists call them. */
  readonly personOf: (key: string, name: string) => string;
  /** Names may be shown. */
  readonly showsNames: boolean;
}) {
  const { campaign, filter, sought, handleOf, personOf, showsNames } = given;
  const open = given.doubts.filter(({ state }) => state === 'inDoubt');
  const found = ofFilter(open, filter);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const at = sought === undefined ? -1 : found.findIndex((doubt) => decisionRow(doubt) === sought);
  const wanted = at === -1 ? filter.page : Math.floor(at / pageSize) + 1;
  const page = Math.min(Math.max(1, Math.floor(wanted) || 1), pages);
  const ids = [...new Set(open.map(stepOf))];
  return {
    all: open.length,
    /** Those that a process was sending when it died: the next one settles them, or lists them here. */
    died: given.doubts.length - open.length,
    /** In doubt by step, of all. */
    steps: ids.map((id) => ({
      id,
      words: titleOf({ campaign }, id),
      jobs: open.filter((doubt) => stepOf(doubt) === id).length,
    })),
    /** The same by what happened, the most frequent first. */
    reasons: reasonsIn(open).map(({ words, jobs }) => ({ id: idOf(words), words, jobs })),
    /** Those that the filter leaves. */
    found: found.length,
    // Of one job, somebody could try all numbers until its digest is found.
    listDigest: handleOf(listDigest(found)),
    page,
    pages,
    doubts: found.slice((page - 1) * pageSize, page * pageSize).map((doubt) => {
      const step = campaign?.steps.find(({ id }) => id === stepOf(doubt));
      const key = parseAddress(doubt.address)?.key;
      return {
        handle: handleOf(decisionRow(doubt)),
        /** Empty where it is not known, or not to be shown. */
        name: showsNames ? (doubt.name ?? '') : '',
        who: key ?? 'for nobody in particular',
        /** Handle of the person; undefined for a job for nobody in particular. */
        person: key === undefined ? undefined : personOf(key, doubt.name ?? ''),
        step: titleOf({ campaign }, stepOf(doubt)),
        at: doubt.at === undefined ? undefined : Date.parse(doubt.at),
        /** What happened on the wire. */
        happened: reasonOf(doubt),
        evidence: evidenceOf(doubt),
        message: messageParts(step?.uses, doubt),
      };
    }),
  };
}

export type DoubtsView = ReturnType<typeof doubtsView>;
export type ShownDoubt = DoubtsView['doubts'][number];

/** A decision about all of a list is about these attempts, and no others. */
export function listDigest(doubts: readonly DoubtJson[]): string {
  return digestOf(doubts.map(decisionRow).sort());
}

/** A short name for a reason: its words may have somebody's number, which is to be in no address. */
function idOf(reason: string): string {
  return digestOf(reason).slice(0, 12);
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** What a decision is about: this attempt of the job, and no later one. As a row of `reconcile --from`, without the decision. */
export function decisionRow({ address, attempts }: Pick<DoubtJson, 'address' | 'attempts'>): string {
  return JSON.stringify({ address, attempts });
}

export function ofFilter(doubts: readonly DoubtJson[], { step, why }: DoubtFilter): readonly DoubtJson[] {
  return doubts.filter(
    (doubt) =>
      doubt.state === 'inDoubt' &&
      (step === '' || stepOf(doubt) === step) &&
      (why === '' || idOf(reasonOf(doubt)) === why),
  );
}

/** What happened on the wire, the most frequent first. */
function reasonsIn(doubts: readonly DoubtJson[]): readonly { readonly words: string; readonly jobs: number }[] {
  const found = new Map<string, number>();
  for (const doubt of doubts) found.set(reasonOf(doubt), (found.get(reasonOf(doubt)) ?? 0) + 1);
  return [...found]
    .map(([words, jobs]) => ({ words, jobs }))
    .sort((one, other) => other.jobs - one.jobs)
    .slice(0, reasonsMost);
}

function reasonOf({ reason = 'no valid answer came' }: DoubtJson): string {
  return reason;
}

function stepOf({ address }: DoubtJson): string {
  return parseAddress(address)?.step ?? address;
}

/** What happened on the wire, and how often; more is to be found at the service, by number and time. */
function evidenceOf({ attempts, evidence, unknown }: DoubtJson): readonly string[] {
  const tries = attempts > 1 ? [`${attempts} attempts: each may have arrived.`] : [];
  const hidden = unknown === undefined ? [] : [`The message is not shown: ${unknown}.`];
  const wire = evidence === undefined ? [] : [evidence];
  return [...wire, ...tries, ...hidden];
}
