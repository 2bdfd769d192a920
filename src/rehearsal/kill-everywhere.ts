import { loadParsedCountryOf } from '../audience/number/number-country.ts';
import { auditStarts, type CheckedOn } from '../audit/audit.ts';
import type { AuditFinding } from '../audit/audited-start.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { JobAddress } from '../job/address.ts';
import { createSeededRandom } from '../platform/seeded-random.ts';
import { type Comparison, compareWithLedger, type LoggedRequest } from '../report/rehearsal/compare.ts';
import type { KillFindings } from '../report/rehearsal/document.ts';
import type { Account } from '../sandbox/account/account.ts';
import { isRequest, parseEntry, type RequestEntry } from '../sandbox/journal/journal.ts';
import { noMoneyFaults } from '../sandbox/ledger/fault.ts';
import { readEnvelope } from '../service/contract/envelope.ts';
import { type RehearsalResult, type RehearsalSetup, runRehearsal } from './run-rehearsal.ts';

/** Limit for the starts of all these rehearsals: in a long campaign only some boundaries are tried, evenly spread. */
const startsMax = 100_000;
const killsMin = 20;
/** In every fourth rehearsal the next process dies too, within this many boundaries, while it recovers. */
const twiceEach = 4;
const secondWithin = 40;

/**
 * Rehearses the campaign once for each boundary: the process dies there, the next one finishes, and the result is compared with the
 * ledger. Undefined if it is stopped before the first death was judged.
 */
export async function killEverywhere(
  setup: RehearsalSetup,
  boundaries: number,
  stop: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<KillFindings | undefined> {
  const starts = Math.max(1, boundaries / 4);
  const kills = Math.min(boundaries, Math.max(killsMin, Math.floor(startsMax / starts)));
  const found = { duplicated: new Set<JobAddress>(), lost: new Set<JobAddress>(), unrecorded: new Set<JobAddress>() };
  const broken = new Set<string>();
  const random = createSeededRandom(setup.seed);
  let inDoubtAtMost = 0;
  let twice = 0;
  let done = 0;
  for (let kill = 0; kill < kills && !stop.aborted; kill++) {
    // At random within its own range: even steps would always hit the same boundary of a job.
    const at = Math.floor(((kill + random.next()) * boundaries) / kills) + 1;
    const left = Math.min(secondWithin, boundaries - at);
    const again = kill % twiceEach === twiceEach - 1 ? at + 1 + Math.floor(random.next() * left) : undefined;
    let passed = 0;
    const rehearsal = await runRehearsal(setup, {
      stop,
      dies: (point) => point === 'boundary' && (++passed === at || passed === again),
    });
    if (stop.aborted) break;
    done++;
    if (rehearsal.deaths > 1) twice++;
    const { comparison, audit } = await judgeRehearsal(setup.loaded, rehearsal);
    for (const kind of ['duplicated', 'lost', 'unrecorded'] as const)
      for (const address of comparison[kind]) found[kind].add(address);
    for (const { rule, message } of audit) broken.add(`${rule}: ${message}`);
    inDoubtAtMost = Math.max(inDoubtAtMost, comparison.doubtsArrived.length + comparison.doubtsNot.length);
    progress(kill + 1, kills);
  }
  if (done === 0 && kills > 0) return undefined;
  return {
    kills: done,
    ...(done < kills ? { stopped: true } : {}),
    boundaries,
    twice,
    duplicated: [...found.duplicated],
    lost: [...found.lost],
    unrecorded: [...found.unrecorded],
    broken: [...broken],
    inDoubtAtMost,
  };
}

/**
 * The account is empty when half of what a calm rehearsal spends is spent, as if somebody else used it too. Until then it has what the
 * world says: with so little from the start, a campaign that asks for its balance first would not begin.
 */
export async function withEmptyAccount(setup: RehearsalSetup, stop: AbortSignal): Promise<RehearsalSetup> {
  const { account } = await runRehearsal(setup, { stop });
  const requests = [...account.journal.lines()].map(parseEntry).filter(isRequest);
  const half = requests.reduce((sum, request) => sum + costOf(request), 0) / 2;
  if (half === 0) return setup;
  let spent = 0;
  const before = requests.filter((request) => {
    spent += costOf(request);
    return spent <= half;
  });
  const faults = noMoneyFaults.map((fault) => ({
    ...fault,
    skip: before.filter((request) => request.operation === fault.operation).length,
  }));
  return { ...setup, world: { ...setup.world, faults: [...setup.world.faults, ...faults] } };
}

function costOf({ facts = [] }: RequestEntry): number {
  return facts.reduce((sum, fact) => sum + ('cost' in fact ? fact.cost : 0), 0);
}

export interface Judgement {
  readonly comparison: Comparison;
  readonly audit: readonly AuditFinding[];
  readonly checkedOn: CheckedOn;
  readonly isClean: boolean;
}

/** Compares what the sandbox received with the records of the state and the rules of the campaign. */
export async function judgeRehearsal(
  loaded: LoadedCampaign,
  rehearsal: RehearsalResult,
  jitterMs = 0,
): Promise<Judgement> {
  const { campaign, rosters, windows } = loaded;
  const { records, waves, account, processes } = rehearsal;
  const comparison = compareWithLedger({ campaign, records, requests: loggedRequests(account) });
  const { starts, duplicated, lost, unrecorded, unmatched } = comparison;
  const countryOf = await loadParsedCountryOf();
  const { findings, checkedOn } = auditStarts({
    campaign,
    rosters,
    windows,
    countryOf,
    starts,
    waves,
    uninterrupted: processes === 1,
    jitterMs,
  });
  const isClean = duplicated.length + lost.length + unrecorded.length + unmatched + findings.length === 0;
  return { comparison, audit: findings, checkedOn, isClean };
}

export function* loggedRequests({ journal }: Account): Generator<LoggedRequest> {
  for (const line of journal.lines()) {
    const entry = parseEntry(line);
    if (!isRequest(entry)) continue;
    const { at, operation, body, answer, fault, facts = [] } = entry;
    yield {
      at: Date.parse(at),
      operation,
      body,
      ...((operation === null ? undefined : readEnvelope(operation, answer.body)) ?? { code: undefined }),
      effect: facts.length > 0,
      ...(fault === undefined ? {} : { fault }),
    };
  }
}
