import { andMore, auditRuleWords, editedSince, formatFinding, redialSentence } from '../../report/audit/document.ts';
import type { AuditJson } from '../../report/audit/json.ts';
import { formatDayTime } from '../../report/plan/words.ts';

const breachesShown = 10;

export function auditView(
  {
    starts,
    checked,
    checkedOn,
    findings,
    redials = [],
  }: Pick<AuditJson, 'starts' | 'checked' | 'checkedOn' | 'findings' | 'redials'>,
  timezone: string,
) {
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
      /** 0 where the campaign asks for nothing of this kind. */
      checkedStarts: checkedOn[rule] ?? starts,
      found: broken.length,
      /** The first of them. */
      breaches,
    };
  });
  return { starts, timezone, rules, note: [...redialSentence(redials), ...editedSince(findings)].join(' ') };
}

export type AuditView = ReturnType<typeof auditView>;
