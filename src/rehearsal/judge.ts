import { loadParsedCountryOf } from '../audience/number/number-country.ts';
import { auditStarts } from '../audit/audit.ts';
import type { AuditFinding } from '../audit/audited-start.ts';
import type { CheckedOn } from '../audit/checked-on.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import { type Comparison, compareWithLedger, type LoggedRequest } from '../report/rehearsal/compare.ts';
import type { Account } from '../sandbox/account/account.ts';
import { isRequest, parseEntry } from '../sandbox/journal/journal.ts';
import { readEnvelope } from '../service/contract/envelope.ts';
import type { RehearsalResult } from './run-rehearsal.ts';

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
