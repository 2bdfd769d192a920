import type { Roster } from '../audience/roster.ts';
import { rowTest } from '../audience/where.ts';
import type { Campaign } from '../campaign/campaign.ts';
import { formatAddress, jobId, parseAddress } from '../job/address.ts';
import type { AuditFinding } from './audited-start.ts';

/** One line of `plan --jobs`. */
export interface AuditedLine {
  readonly address: string;
  readonly at: number | undefined;
}

/** Every recipient has exactly one line in every step that is for them: nobody is left out silently. */
export function auditSums(input: {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly lines: readonly AuditedLine[];
}): readonly AuditFinding[] {
  const { campaign, rosters, lines } = input;
  const seen = new Map<string, number>();
  for (const { address } of lines) seen.set(address, (seen.get(address) ?? 0) + 1);
  const findings: AuditFinding[] = [];
  const expect = (step: string, key?: string): void => {
    const address = formatAddress(jobId(step, key));
    const times = seen.get(address) ?? 0;
    seen.delete(address);
    if (times === 1) return;
    const message = times === 0 ? 'is in the audience but in no line' : `is in ${times} lines`;
    findings.push({ rule: 'sums', ...jobId(step, key), message });
  };
  for (const { id, forEach } of campaign.steps) {
    if (forEach === undefined) {
      expect(id);
      continue;
    }
    const roster = rosters.get(forEach.audience);
    const isSelected = rowTest(forEach.where);
    for (let index = 0; index < (roster?.size ?? 0); index++) {
      if (isSelected((column) => roster?.value(index, column))) expect(id, roster?.key(index));
    }
  }
  for (const [address] of seen) {
    const job = parseAddress(address) ?? jobId(address, undefined);
    findings.push({ rule: 'sums', ...job, message: 'is in a line but in no audience' });
  }
  return findings;
}
