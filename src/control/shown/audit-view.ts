import {
  type AuditJson,
  andMore,
  auditRuleWords,
  editedSince,
  formatFinding,
  redialSentence,
  ruleVerdict,
} from '../../report/audit.ts';
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
    /** 0 where the campaign asks for nothing of this kind. */
    const checkedStarts = checkedOn[rule] ?? starts;
    return {
      rule,
      words: auditRuleWords[rule],
      checkedStarts,
      /** As the command says it. */
      verdict: ruleVerdict(broken.length, checkedStarts),
      found: broken.length,
      /** The first of them. */
      breaches,
    };
  });
  return { starts, timezone, rules, note: [...redialSentence(redials), ...editedSince(findings)].join(' ') };
}

export type AuditView = ReturnType<typeof auditView>;
