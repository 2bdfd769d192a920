import type { Audit } from '../../audit/audit.ts';
import type { AuditedContacts } from '../../audit/audit-contacts.ts';
import type { AuditRule } from '../../audit/audited-start.ts';
import type { ReadBack } from '../read-back.ts';

interface AuditJsonInput extends Audit {
  readonly campaign: string;
  readonly checked: readonly AuditRule[];
  readonly redials: readonly string[];
  readonly contacts?: AuditedContacts | undefined;
  readonly approvals: readonly object[];
  readonly decisions: readonly object[];
}

export type AuditJson = ReadBack<ReturnType<typeof auditJson>>;

export function auditJson(input: AuditJsonInput) {
  const iso = (at: number): string => new Date(at).toISOString();
  const findings = input.findings.map(({ at, ...rest }) => ({ ...rest, at: at === undefined ? undefined : iso(at) }));
  const takenOut = input.takenOut.map(({ first, last, ...rest }) => ({ ...rest, first: iso(first), last: iso(last) }));
  const left = input.left.map(({ steps: [step], key, at }) => ({ step, key, at: iso(at) }));
  const redials = input.redials.length === 0 ? undefined : input.redials;
  const approvals = input.approvals.length === 0 ? undefined : input.approvals;
  const decisions = input.decisions.length === 0 ? undefined : input.decisions;
  return { version: 1, ...input, findings, takenOut, left, redials, approvals, decisions };
}
