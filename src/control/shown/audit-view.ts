import type { AuditFinding, AuditRule } from '../../audit/audited-start.ts';
import type { CheckedOn } from '../../audit/checked-on.ts';
import { auditRuleWords, editedSince, redialSentence } from '../../report/audit/document.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import type { AuditView } from './people-views.ts';

/** What the page uses of `audit --format json`. */
export interface AuditJson {
  readonly starts: number;
  readonly checked: readonly AuditRule[];
  readonly checkedOn: CheckedOn;
  readonly findings: readonly (Pick<AuditFinding, 'rule' | 'step' | 'key' | 'message'> & { readonly at?: string })[];
  readonly redials?: readonly string[];
}

const breachesShown = 10;

export function auditView(
  { starts, checked, checkedOn, findings, redials = [] }: AuditJson,
  timezone: string,
): AuditView {
  const rules = checked.map((rule) => {
    const broken = findings.filter((finding) => finding.rule === rule);
    const shown = broken.slice(0, breachesShown).map(({ step, key, at, message }) => {
      const when = at === undefined ? '' : `${formatDayTime(Date.parse(at), timezone, true)}, `;
      const who = key === undefined ? '' : `[${key}]`;
      return `${when}${step === undefined ? '' : `${step}${who}: `}${message}`;
    });
    const more = broken.length > shown.length ? [`And ${broken.length - shown.length} more.`] : [];
    const checkedStarts = checkedOn[rule] ?? starts;
    return { rule, words: auditRuleWords[rule], checkedStarts, found: broken.length, breaches: [...shown, ...more] };
  });
  return { starts, timezone, rules, note: [...redialSentence(redials), ...editedSince(findings)].join(' ') };
}
