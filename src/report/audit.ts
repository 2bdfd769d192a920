import type { Audit, TakenOutStep } from '../audit/audit.ts';
import type { AuditedContacts } from '../audit/audit-contacts.ts';
import type { AuditedStart, AuditFinding, AuditRule, JudgedHours } from '../audit/audited-start.ts';
import { counted, formatCount } from '../diagnostic/count-words.ts';
import { listed } from '../diagnostic/did-you-mean.ts';
import { visibleLine } from '../diagnostic/visible-text.ts';
import type { Approval, DecisionGroup } from '../ledger/signed.ts';
import type { Instant } from '../platform/ports.ts';
import { column, type Document, type Item, list, type Row, sentences, type Table, table } from './document.ts';
import { shownAddress } from './mask.ts';
import { formatDayTime, formatJobs, formatPeople } from './plan/words.ts';
import type { ReadBack } from './read-back.ts';
import { signedLines } from './run/signed-text.ts';

export const auditRuleWords: Readonly<Record<AuditRule, string>> = {
  hours: 'nobody outside the allowed hours, by their own clock',
  dates: 'nothing before its start or after its end',
  session: 'nothing outside a WhatsApp session',
  rate: 'no rate limit exceeded',
  perRecipient: 'nobody too soon after another message',
  order: 'no step before the steps it needs',
  once: 'nobody contacted twice',
  waves: 'no wave larger than planned',
  audience: 'nobody outside the audience',
  contacts: 'every contact in the contact ledger',
  caps: 'nobody contacted more often than a cap allows',
  sums: 'everyone in exactly one line of each step',
};

/** What the campaign file may have said differently when a job started. */
const ofCampaign: readonly AuditRule[] = ['hours', 'dates', 'session', 'rate', 'perRecipient', 'order'];
const ofSettings: ReadonlySet<AuditRule> = new Set([...ofCampaign, 'caps']);

/** The rules that every audit checks, in the order in which they are shown. */
export const alwaysChecked: readonly AuditRule[] = [...ofCampaign, 'once', 'audience'];

const shownAtMost = 5;

/** Starts of the past are judged by the file of now: what it said then is not recorded. Empty where that matters to no finding. */
export function editedSince(findings: readonly Pick<AuditFinding, 'rule'>[]): readonly string[] {
  if (!findings.some(({ rule }) => ofSettings.has(rule))) return [];
  return [
    'All starts are judged by what the campaign file says now. A start from before an edit of its rates, hours, dates, gaps or steps may have been allowed then: compare its time with the history of the file.',
    ...(findings.some(({ rule }) => rule === 'caps')
      ? ['Caps are those that `contacts.yaml` and the campaign file have now.']
      : []),
  ];
}

interface RulesInput extends Pick<Audit, 'starts' | 'checkedOn' | 'findings'> {
  readonly timezone: string;
  readonly checked: readonly AuditRule[];
  readonly showNumbers: boolean;
}

/** A row a rule, and the first breaches of each. */
export function rulesTable(input: RulesInput): Table {
  const { timezone, starts, checked, checkedOn, findings, showNumbers } = input;
  const time: Time = (at) => formatDayTime(at, timezone, true);
  const rows = checked.map((rule): Row => {
    const broken = findings.filter((finding) => finding.rule === rule);
    const verdict = ruleVerdict(broken.length, checkedOn[rule] ?? starts);
    const breaches = broken.slice(0, shownAtMost).map((finding) => formatFinding(finding, time, showNumbers));
    return {
      cells: [auditRuleWords[rule], verdict],
      notes: [...breaches, ...andMore(broken.length - breaches.length)],
      ...(broken.length === 0 ? {} : { look: 'bad' }),
    };
  });
  return table('Rules', [column.row(''), column.line('')], rows);
}

export function ruleVerdict(broken: number, checkedStarts: number): string {
  if (broken > 0) return counted(broken, 'violation');
  return checkedStarts === 0 ? 'nothing to check' : 'ok';
}

export interface AuditInput extends RulesInput, Partial<Omit<Audit, keyof RulesInput>> {
  readonly title: string;
  readonly source: string;
  /** Steps whose people the service calls by itself. */
  readonly redials?: readonly string[];
  readonly approvals?: readonly Approval[];
  readonly decisions?: readonly DecisionGroup[];
  /** The starts have happened, some of them perhaps before the file was edited. */
  readonly isPast?: boolean;
}

export function auditDocument(input: AuditInput): Document {
  const { title, source, timezone, starts, findings, takenOut = [], left = [], showNumbers } = input;
  const { approvals = [], decisions = [] } = input;
  const time: Time = (at) => formatDayTime(at, timezone, true);
  return {
    title,
    subject: 'audit',
    about: [`${counted(starts, 'start')}, from ${source}`, `times are ${timezone}`],
    body: [
      rulesTable(input),
      sentences([
        ...(input.hours ?? []).map((hours) => hoursSentence(hours, timezone)),
        ...(starts === 0 ? [] : redialSentence(input.redials ?? [])),
        ...(input.isPast === true ? editedSince(findings) : []),
        findings.some(({ rule }) => rule === 'contacts') && contactsSentence,
        forgottenSentence(input.forgotten ?? 0),
      ]),
      list([leftItem(left, time, showNumbers), takenOutItem(takenOut, time)]),
      sentences(signedLines({ approvals, decisions }, { timezone, showNumbers })),
    ],
    conclusion: [],
  };
}

/** By what the hours of an audience were judged. */
function hoursSentence({ audience, rule, campaignZone, countries }: JudgedHours, timezone: string): string {
  const by = hoursWords(rule, [
    ...(countries.length === 0 ? [] : [`by the zones of each number’s country (${countriesText(countries)})`]),
    ...(campaignZone ? [`by ${timezone}, the campaign’s zone`] : []),
  ]);
  return `Hours of ${audience}: ${by}`;
}

/** What nobody can check of a redial. */
export function redialSentence(steps: readonly string[]): readonly string[] {
  if (steps.length === 0) return [];
  return [
    `Of ${listed(steps, 'and')} the request is judged: the service calls people by itself, within \`allowSendTime\`, and does not say when.`,
  ];
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

const contactsSentence =
  'Jobs from before there were contact rules, or since the ledger was backed up, have none until the campaign is run again.';

function forgottenSentence(jobs: number): string | undefined {
  if (jobs === 0) return undefined;
  return `Jobs of forgotten people: ${formatCount(jobs)}. Their time zones, sessions and contacts are no longer known.`;
}

/** People leave an audience between runs. */
function leftItem(left: readonly AuditedStart[], time: Time, showNumbers: boolean): Item | undefined {
  if (left.length === 0) return undefined;
  const shown = left
    .slice(0, shownAtMost)
    .map(({ steps: [step = ''], key, at }) => `${time(at)}  ${shownAddress({ step, key }, showNumbers)}`);
  const words = `Reached, but no longer in the audience: ${formatJobs(left.length)}. This is not a violation by itself. Rates, gaps and dates are checked above, and hours where the audience has one time zone; their own time zones and sessions are no longer known:`;
  return { words, items: [...shown, ...andMore(left.length - shown.length)] };
}

export function andMore(count: number): readonly string[] {
  return count === 0 ? [] : [`and ${formatCount(count)} more`];
}

export function formatFinding(
  { step, key, at, message }: Pick<AuditFinding, 'step' | 'key' | 'at' | 'message'>,
  time: Time,
  showNumbers: boolean,
): string {
  const when = at === undefined ? '' : `${time(at)}  `;
  return `${when}${step === undefined ? '' : `${shownAddress({ step, key }, showNumbers)}: `}${message}`;
}

/** Their hours and their order cannot be checked, as the file no longer says them. */
function takenOutItem(steps: readonly TakenOutStep[], time: Time): Item | undefined {
  if (steps.length === 0) return undefined;
  const items = steps.map(({ step, jobs, people, first, last }) => {
    const whom = people === 0 ? formatJobs(jobs) : formatPeople(people);
    const until = last === first ? '' : ` to ${time(last)}`;
    return `${step}: ${whom}, ${time(first)}${until}`;
  });
  const words =
    'In the state file, but no longer in the campaign file. Their rates, their gaps and the campaign’s dates are checked above; their hours, sessions and order are no longer known:';
  return { words, items };
}

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
