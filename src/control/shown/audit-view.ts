import type { AuditFinding, AuditRule } from '../../audit/audit.ts';
import { auditRuleWords } from '../../report/audit/text.ts';
import type { AuditView } from './people-views.ts';

/** What the page uses of `audit --format json`. */
export interface AuditJson {
  readonly starts: number;
  readonly checked: readonly AuditRule[];
  readonly findings: readonly Pick<AuditFinding, 'rule' | 'step' | 'key' | 'message'>[];
}

const breachesShown = 10;

export function auditView({ starts, checked, findings }: AuditJson): AuditView {
  const rules = checked.map((rule) => {
    const broken = findings.filter((finding) => finding.rule === rule);
    const shown = broken.slice(0, breachesShown).map(({ step, key, message }) => {
      const who = key === undefined ? '' : `[${key}]`;
      return `${step === undefined ? '' : `${step}${who}: `}${message}`;
    });
    const more = broken.length > shown.length ? [`And ${broken.length - shown.length} more.`] : [];
    return { rule, words: auditRuleWords[rule], found: broken.length, breaches: [...shown, ...more] };
  });
  return { starts, rules };
}
