import { formatCount } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { formatMoney } from '../../plan/budget.ts';
import type { PlanTogether, SharedAccount } from '../../plan/together/plan-together.ts';
import type { PlannedDay } from '../../plan/together/planned-days.ts';
import type { PersonHeld, RoomMade } from '../../plan/together/room-made.ts';
import { unsentJobs } from '../../plan/unsent-jobs.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatRateSetting } from '../../time/duration.ts';
import { formatInstant } from '../../time/local-time.ts';
import { dayMs, dayOf } from '../../time/wall-clock.ts';
import { diagnosticJson } from '../diagnostics/printers.ts';
import { shownFinding } from '../diagnostics/report.ts';
import {
  column,
  type Document,
  list,
  type Row,
  type Section,
  section,
  sentences,
  type Table,
  table,
} from '../document.ts';
import { shownKey } from '../mask.ts';
import { assumed } from './answer-time.ts';
import { enoughText, jobFigures, nothingToSend, timelineOf } from './document.ts';
import { planJson } from './json.ts';
import { placeOf } from './why.ts';
import { dayName, formatDate, formatDayTime, formatPeople } from './words.ts';

interface TogetherOptions {
  readonly showNumbers: boolean;
  /** What contradicts between the campaigns. */
  readonly conflicts: readonly Diagnostic[];
}

/** One calendar of several campaigns, and who gives way to whom. */
export function togetherDocument(plan: PlanTogether, { showNumbers, conflicts }: TogetherOptions): Document {
  const { campaigns, now, timezone, totals, starts, ends } = plan;
  const steps = campaigns.flatMap(({ plan: one }) =>
    one.steps.map((step) => ({ ...step, id: `${one.campaign} ${step.id}` })),
  );
  return {
    title: `${campaigns.length} campaigns`,
    subject: 'plan',
    about: [
      campaigns.map(({ plan: one }) => `${one.campaign}, run ${one.run}`).join('; '),
      `planned ${formatDate(now, timezone)}`,
      `times are ${timezone}`,
      `tzdata ${campaigns[0]!.plan.inputs.tzdata}`,
    ],
    body: [
      timelineOf({ steps, timezone, starts, ends }),
      section('Calendar', calendar(plan)),
      section('Who gives way', ...roomMade(plan, showNumbers)),
      section('Campaigns', campaignTable(plan)),
    ],
    conclusion: [
      {
        kind: 'figures',
        figures: [
          ...jobFigures(totals, steps),
          ...(totals.cost > 0 ? [{ name: 'cost', value: formatCosts(campaigns), isAmount: true }] : []),
        ],
      },
      sentences([...formatTotals(plan), totals.toSend === 0 && nothingToSend(steps, totals)]),
      sentences([totals.toSend > 0 && assumed, formatOrder(plan), ...plan.accounts.map(formatAccount)], 'soft'),
      { kind: 'findings', findings: findingsTogether(plan, conflicts) },
    ],
  };
}

/** Those of each campaign, and those between them. */
function findingsTogether({ campaigns }: PlanTogether, conflicts: readonly Diagnostic[]): readonly Diagnostic[] {
  const own = campaigns.flatMap(({ plan }) =>
    plan.diagnostics.map((one) => ({ ...one, message: `${plan.campaign}: ${one.message}` })),
  );
  return [...own, ...conflicts].map(shownFinding);
}

/** A row for each day, a column for each campaign. */
function calendar({ days, campaigns }: PlanTogether): Table {
  const names = campaigns.map(({ plan }) => plan.campaign);
  const columns = names.map(column.number);
  const rows = days.map((day) => ({
    cells: [
      dayName(dayOf(day.date) * dayMs),
      ...names.map((name) => (day.jobs[name] === undefined ? '' : formatCount(day.jobs[name]))),
      formatReached(day),
    ],
  }));
  return table('Starts by day and campaign', [column.row('day'), ...columns, column.words('reached')], rows);
}

function roomMade({ roomMade: entries, timezone }: PlanTogether, showNumbers: boolean): readonly Section[] {
  return entries.map((entry) => ({
    ...section(
      formatRoomMade(entry, timezone),
      list(
        entry.people.map((person) => formatPersonHeld(person, timezone, showNumbers)),
        entry.later + entry.skipped - entry.people.length,
      ),
    ),
    isFolded: true,
  }));
}

const campaignColumns = [
  column.row('campaign'),
  column.line('run'),
  ...['priority', 'to send', 'skipped', 'expired', 'cost'].map(column.number),
  column.line('first'),
  column.line('last'),
];

function campaignTable({ campaigns, timezone }: PlanTogether): Table {
  const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
  const rows = campaigns.map(({ plan: { campaign, title, run, totals, steps, starts, ends }, priority }): Row => {
    const { skipped, expired } = unsentJobs(totals.toSend, steps);
    return {
      cells: [
        [{ title }, ...(title === campaign ? [] : [{ soft: campaign }])],
        run,
        priority === undefined ? '' : String(priority),
        totals.toSend,
        skipped,
        expired,
        totals.cost === 0 ? '' : formatMoney(totals.cost, totals.currency),
        time(starts),
        time(ends),
      ],
    };
  });
  return table('Table of campaigns', campaignColumns, rows);
}

const names = new Intl.ListFormat('en-GB');

/** `shop-news welcome gives way to spring: 3 people later, the last on Tue 24 Nov 09:00 (cap 1/day, contacts.yaml:2)`. */
function formatRoomMade({ campaign, step, to, cap, later, skipped, until }: RoomMade, timezone: string): string {
  const last = until === undefined ? '' : `, the last on ${formatDayTime(until, timezone)}`;
  const what = [
    ...(later === 0 ? [] : [`${formatPeople(later)} later${last}`]),
    ...(skipped === 0 ? [] : [`${formatPeople(skipped)} not at all`]),
  ];
  const place = cap.span === undefined ? '' : `, ${placeOf(cap.span)}`;
  return `\`${campaign}\` (${step}) gives way to ${names.format(to.map((one) => `\`${one}\``))}: ${what.join('; ')} (cap \`${cap.name}\`${place})`;
}

/** `234…0900: Mon 23 Nov 09:00 → Tue 24 Nov 09:00`. */
function formatPersonHeld({ key, wanted, at }: PersonHeld, timezone: string, showNumbers: boolean): string {
  const then = at === undefined ? 'not sent' : formatDayTime(at, timezone);
  return `${shownKey(key, showNumbers)}: ${formatDayTime(wanted, timezone)} → ${then}`;
}

/** Who is reached on a day. */
function formatReached({ people, severalTimes }: PlannedDay): string {
  return `${formatPeople(people)}${severalTimes === 0 ? '' : `, ${formatCount(severalTimes)} of them several times`}`;
}

/** How many people, from how many campaigns each, and whether the balance is enough. */
function formatTotals({ campaigns, totals, balance, timezone }: PlanTogether) {
  const { people, shared } = totals;
  const whom =
    shared === 0
      ? `To ${formatPeople(people)}, each from one campaign.`
      : `To ${formatPeople(people)}, ${formatCount(shared)} of them from several campaigns.`;
  return [people > 0 && whom, balance && formatBalance(balance, campaigns, timezone)];
}

/** What all campaigns cost, in each currency that they name: amounts of different currencies are not added up. */
function formatCosts(campaigns: PlanTogether['campaigns']): string {
  const sums = new Map<string | undefined, number>();
  for (const { cost, currency } of campaigns.map(({ plan }) => plan.totals)) {
    if (cost > 0) sums.set(currency, (sums.get(currency) ?? 0) + cost);
  }
  return names.format([...sums].map(([currency, cost]) => formatMoney(cost, currency)));
}

function formatBalance(
  { amount, ends }: NonNullable<PlanTogether['balance']>,
  campaigns: PlanTogether['campaigns'],
  timezone: string,
): string {
  const currencies = new Set(campaigns.map(({ plan }) => plan.totals.currency));
  const holds = `The account holds ${formatMoney(amount, currencies.size === 1 ? [...currencies][0] : undefined)}`;
  const cost = campaigns.reduce((sum, { plan }) => sum + plan.totals.cost, 0);
  if (ends !== undefined)
    return `${holds}, which is not enough: it runs out on ${formatDayTime(ends.at, timezone)}, in \`${ends.step}\` of \`${ends.campaign}\`.`;
  return enoughText(holds, cost);
}

function formatAccount({ appId, campaigns, rate, isShared }: SharedAccount): string {
  const who = names.format(campaigns.map((one) => `\`${one}\``));
  return isShared
    ? `${who} share ${formatRateSetting(rate)} of the account \`${appId}\`.`
    : `${who} use the account \`${appId}\`, and each keeps its ${formatRateSetting(rate)} for itself: only runs with --store keep it together.`;
}

/** Who goes first where a cap has no room for all of them. */
function formatOrder({ campaigns }: PlanTogether): string | undefined {
  const counted = campaigns.filter(({ priority }) => priority !== undefined);
  if (counted.length < 2) return undefined;
  const byPriority = [...counted].sort((a, b) => b.priority! - a.priority!);
  if (byPriority[0]!.priority === byPriority.at(-1)!.priority)
    return 'All have the same priority: where a cap has no room for all, whichever comes first is sent.';
  const order = byPriority.map(({ plan, priority }) => `\`${plan.campaign}\` (${priority})`);
  return `Where a cap has no room for all, the greater priority is sent: ${order.join(', ')}.`;
}

/** For machines: whole numbers, instants in ISO 8601. Each campaign has the shape of its own plan, with why its run would be refused. */
export function togetherToJson(
  plan: PlanTogether,
  { conflicts, refused }: Pick<TogetherOptions, 'conflicts'> & { readonly refused: readonly (readonly string[])[] },
): string {
  const { timezone, now, starts, ends, totals, days, roomMade, accounts, balance, campaigns } = plan;
  const iso = (at: Instant | undefined) => (at === undefined ? undefined : formatInstant(at, timezone));
  const value = {
    version: 1,
    timezone,
    now: iso(now),
    starts: iso(starts),
    ends: iso(ends),
    totals,
    balance: balance && { ...balance, ends: balance.ends && { ...balance.ends, at: iso(balance.ends.at) } },
    calendar: days,
    givesWay: roomMade.map(({ cap, until, people, ...entry }) => ({
      ...entry,
      cap: cap.name,
      place: cap.span && placeOf(cap.span),
      until: iso(until),
      people: people.map(({ key, wanted, at }) => ({ key, wanted: iso(wanted), at: iso(at) ?? null })),
    })),
    accounts: accounts.map(({ rate, isShared, ...account }) => ({
      ...account,
      rate: formatRateSetting(rate),
      shared: isShared,
    })),
    conflicts: conflicts.map(diagnosticJson),
    campaigns: campaigns.map(({ plan: own, priority }, index) => ({ priority, ...planJson(own, refused[index]) })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
