import type { AuditedContacts } from '../../audit/audit-contacts.ts';
import type { AuditedStart, AuditFinding, AuditRule, JudgedHours } from '../../audit/audited-start.ts';
import type { CheckedOn } from '../../audit/checked-on.ts';
import type { TakenOutStep } from '../../audit/taken-out.ts';

export function auditToJson(input: {
  readonly campaign: string;
  readonly starts: number;
  readonly checked: readonly AuditRule[];
  readonly checkedOn: CheckedOn;
  readonly findings: readonly AuditFinding[];
  readonly takenOut: readonly TakenOutStep[];
  readonly left: readonly AuditedStart[];
  readonly forgotten: number;
  readonly hours: readonly JudgedHours[];
  readonly redials: readonly string[];
  readonly contacts?: AuditedContacts | undefined;
  readonly approvals: readonly object[];
  readonly decisions: readonly object[];
}): string {
  const findings = input.findings.map(({ at, ...rest }) => ({
    ...rest,
    ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
  }));
  const takenOut = input.takenOut.map(({ first, last, ...rest }) => ({
    ...rest,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
  }));
  const left = input.left.map(({ steps: [step], key, at }) => ({
    step,
    ...(key === undefined ? {} : { key }),
    at: new Date(at).toISOString(),
  }));
  const redials = input.redials.length === 0 ? undefined : input.redials;
  const approvals = input.approvals.length === 0 ? undefined : input.approvals;
  const decisions = input.decisions.length === 0 ? undefined : input.decisions;
  return `${JSON.stringify({ version: 1, ...input, findings, takenOut, left, redials, approvals, decisions }, null, 2)}\n`;
}
