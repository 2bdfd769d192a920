import type { AuditFinding, AuditRule } from '../../audit/audited-start.ts';
import type { CheckedOn } from '../../audit/checked-on.ts';
import { andMore, auditRuleWords, editedSince, formatFinding, redialSentence } from '../../report/audit.ts';
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
  const time = (at: number): string => formatDayTime(at, timezone, true);
  const rules = checked.map((rule) => {
    const broken = findings.filter((finding) => finding.rule === rule);
    const shown = broken.slice(0, breachesShown).map(({ at, ...finding }) =>
      // Numbers are masked with everything else that the page gets.
      formatFinding({ ...finding, ...(at && { at: Date.parse(at) }) }, time, true),
    );
    const breaches = [...shown, ...andMore(broken.length - shown.length)];
    return {
      rule,
      words: auditRuleWords[rule],
      checkedStarts: checkedOn[rule] ?? starts,
      found: broken.length,
      breaches,
    };
  });
  return { starts, timezone, rules, note: [...redialSentence(redials), ...editedSince(findings)].join(' ') };
}
