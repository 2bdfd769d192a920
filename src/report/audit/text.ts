import type { AuditedContacts } from '../../audit/audit-contacts.ts';
import type { AuditedStart, AuditFinding, AuditRule, JudgedHours } from '../../audit/audited-start.ts';
import type { CheckedOn } from '../../audit/checked-on.ts';
import type { TakenOutStep } from '../../audit/taken-out.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import type { Instant } from '../../platform/ports.ts';
import type { Approval } from '../../state/signed/approval.ts';
import type { DecisionGroup } from '../../state/signed/decision-log.ts';
import { maskKey, shownKey } from '../mask.ts';
import { formatCount, formatDayTime, formatJobs } from '../plan/words.ts';
import { approvalLines } from '../run/approval-text.ts';
import { decisionLines } from '../run/decision-text.ts';

export const auditRuleWords: Readonly<Record<AuditRule, string>> = {
  hours: 'nobody outside the allowed hours, by their own clock',
  dates: 'nothing before its start or after its end',
  session: 'nothing outside a WhatsApp session',
  rate: 'no rate limit exceeded',
  perRecipient: 'nobody too soon after another message',
  order: 'no step before the steps it needs',
  once: 'nobody contacted twice',
  waves: 'no wave larger than it was to be',
  audience: 'nobody outside the audience',
  contacts: 'every contact in the contact ledger',
  caps: 'nobody contacted more often than a cap allows',
  sums: 'everyone in exactly one line of each step',
};

const shownAtMost = 5;

/** What the campaign file may have said differently when a job started. */
const ofSettings: ReadonlySet<AuditRule> = new Set([
  'hours',
  'dates',
  'session',
  'rate',
  'perRecipient',
  'order',
  'caps',
]);

/** Starts of the past are judged by the file of now: what it said then is not recorded. Empty where that matters to no finding. */
export function editedSinceLines(findings: readonly Pick<AuditFinding, 'rule'>[]): readonly string[] {
  if (!findings.some(({ rule }) => ofSettings.has(rule))) return [];
  const ofCaps = findings.some(({ rule }) => rule === 'caps')
    ? ['Caps are those that `contacts.yaml` and the campaign file have now.']
    : [];
  return [
    'All starts are judged by what the campaign file says now. A start from before an edit of its rates, hours, dates,',
    'gaps or steps may have been allowed then: compare its time with the history of the file.',
    ...ofCaps,
  ];
}

/** What an audit found about one rule. */
export interface AuditedRule {
  readonly words: string;
  /** `ok`, `nothing to check`, `2 violations`. */
  readonly verdict: string;
  readonly broken: number;
  /** The first of them, and how many more there are. */
  readonly breaches: readonly string[];
}

interface RulesInput {
  readonly timezone: string;
  readonly starts: number;
  readonly checked: readonly AuditRule[];
  /** How many starts each rule was checked on; of one that is not there, all. */
  readonly checkedOn: CheckedOn;
  readonly findings: readonly AuditFinding[];
  readonly showNumbers: boolean;
}

export function auditedRules(input: RulesInput): readonly AuditedRule[] {
  const { timezone, starts, checked, checkedOn, findings, showNumbers } = input;
  const time: Time = (at) => formatDayTime(at, timezone, true);
  return checked.map((rule) => {
    const broken = findings.filter((finding) => finding.rule === rule);
    const good = (checkedOn[rule] ?? starts) === 0 ? 'nothing to check' : 'ok';
    const verdict = broken.length === 0 ? good : `${broken.length} ${broken.length === 1 ? 'violation' : 'violations'}`;
    const breaches = broken.slice(0, shownAtMost).map((finding) => formatFinding(finding, time, showNumbers));
    const more = broken.length > breaches.length ? [`and ${formatCount(broken.length - breaches.length)} more`] : [];
    return { words: auditRuleWords[rule], verdict, broken: broken.length, breaches: [...breaches, ...more] };
  });
}

export interface AuditTextInput extends RulesInput {
  readonly title: string;
  readonly source: string;
  /** Steps that only the state file knows. */
  readonly takenOut?: readonly TakenOutStep[];
  readonly left?: readonly AuditedStart[];
  readonly forgotten?: number;
  readonly hours?: readonly JudgedHours[];
  readonly approvals?: readonly Approval[];
  readonly decisions?: readonly DecisionGroup[];
  /** The starts have happened, some of them perhaps before the file was edited. */
  readonly isPast?: boolean;
}

/** A line a rule, and the first breaches of each. */
export function auditToText(input: AuditTextInput): string {
  const { title, source, timezone, starts, findings, takenOut = [], left = [], showNumbers } = input;
  const signed = [
    ...approvalLines(input.approvals ?? [], timezone),
    ...decisionLines(input.decisions ?? [], { timezone, showNumbers }),
  ];
  const time: Time = (at) => formatDayTime(at, timezone, true);
  const lines = auditedRules(input).flatMap(({ words, verdict, breaches }) => [
    `  ${words.padEnd(54)}  ${verdict}`,
    ...breaches.map((breach) => `      ${breach}`),
  ]);
  const edited = input.isPast === true ? editedSinceLines(findings) : [];
  const notes = [
    ...hoursText(input.hours ?? [], timezone),
    ...(edited.length === 0 ? [] : ['', ...edited.map((line) => `  ${line}`)]),
    ...contactsText(findings),
    ...forgottenText(input.forgotten ?? 0),
    ...leftText(left, time, showNumbers),
    ...takenOutText(takenOut, time),
    ...(signed.length === 0 ? [] : ['', ...signed.map((line) => `  ${line}`)]),
  ];
  const hasTimes = findings.length + takenOut.length + left.length > 0;
  const about = `${formatCount(starts)} ${starts === 1 ? 'start' : 'starts'}, from ${source}${hasTimes ? ` (times are ${timezone})` : ''}`;
  return `${[`${visibleLine(title)}: ${about}`, ...lines, ...notes].join('\n')}\n`;
}

/** By what the hours of each audience were judged. */
function hoursText(hours: readonly JudgedHours[], timezone: string): readonly string[] {
  const lines = hours.map(({ audience, rule, campaignZone, countries }) => {
    const by = hoursWords(rule, [
      ...(countries.length === 0 ? [] : [`by the zones of each number’s country (${countriesText(countries)})`]),
      ...(campaignZone ? [`by ${timezone}, the campaign’s zone`] : []),
    ]);
    return `  Hours of ${audience}: ${by}`;
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

function hoursWords(rule: JudgedHours['rule'], byNumber: readonly string[]): string {
  if ('zone' in rule) return `by ${rule.zone}, the zone of the audience`;
  if ('by' in rule) return byNumber.join(', the others ') || 'by the zones of each number’s country';
  const column = `by the column ${visibleLine(rule.column)}`;
  if (rule.else === undefined) return column;
  return `${column}; where it is empty, ${hoursWords(rule.else, byNumber)}`;
}

const countriesShown = 8;

function countriesText(countries: readonly string[]): string {
  const more = countries.length - countriesShown;
  return more > 1 ? `${countries.slice(0, countriesShown).join(', ')} and ${more} more` : countries.join(', ');
}

type Time = (at: Instant) => string;

function contactsText(findings: readonly AuditFinding[]): readonly string[] {
  if (!findings.some(({ rule }) => rule === 'contacts')) return [];
  return [
    '',
    '  Jobs from before there were contact rules, or since the ledger was backed up, have none until the campaign is',
    '  run again.',
  ];
}

function forgottenText(jobs: number): readonly string[] {
  if (jobs === 0) return [];
  const known = 'Their own time zones, sessions and contacts are not known any more.';
  return ['', `  Of people who were forgotten: ${formatJobs(jobs)}. ${known}`];
}

/** People leave an audience between runs. */
function leftText(left: readonly AuditedStart[], time: Time, showNumbers: boolean): readonly string[] {
  if (left.length === 0) return [];
  const shown = left.slice(0, shownAtMost).map((start) => {
    const [step = ''] = start.steps;
    const who = start.key === undefined ? '' : `[${shownKey(start.key, showNumbers)}]`;
    return `    ${time(start.at)}  ${step}${who}`;
  });
  return [
    '',
    `  Reached, but no longer in the audience: ${formatJobs(left.length)}. This is not a violation by itself.`,
    '  Rates, gaps and dates are checked above, and hours where the audience has one time zone;',
    '  their own time zones and sessions are no longer known:',
    ...shown,
    ...(left.length > shown.length ? [`    and ${formatCount(left.length - shown.length)} more`] : []),
  ];
}

function formatFinding({ step, key, at, message }: AuditFinding, time: Time, showNumbers: boolean): string {
  const who = key === undefined ? '' : `[${showNumbers ? key : maskKey(key)}]`;
  const when = at === undefined ? '' : `${time(at)}  `;
  return `${when}${step === undefined ? '' : `${step}${who}: `}${message}`;
}

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
  const approvals = input.approvals.length === 0 ? undefined : input.approvals;
  const decisions = input.decisions.length === 0 ? undefined : input.decisions;
  return `${JSON.stringify({ version: 1, ...input, findings, takenOut, left, approvals, decisions }, null, 2)}\n`;
}

/** A line a step; its hours and its order cannot be checked, as the file no longer says them. */
function takenOutText(steps: readonly TakenOutStep[], time: Time): readonly string[] {
  const lines = steps.map(({ step, jobs, people, first, last }) => {
    const whom = people === 0 ? formatJobs(jobs) : `${formatCount(people)} ${people === 1 ? 'person' : 'people'}`;
    const until = last === first ? '' : ` to ${time(last)}`;
    return `    ${step}: ${whom}, ${time(first)}${until}`;
  });
  if (lines.length === 0) return [];
  return [
    '',
    '  In the state file, but no longer in the campaign file. Their rates, their gaps and the campaign’s dates are',
    '  checked above; their hours, sessions and order are no longer known:',
    ...lines,
  ];
}
