import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import { formatMoney } from '../../../plan/budget.ts';
import { dependingJobs } from '../../../plan/later-jobs.ts';
import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import { shownFinding } from '../../diagnostics/shown-finding.ts';
import {
  type Column,
  type Document,
  list,
  type Row,
  type Section,
  section,
  sentences,
  type Table,
} from '../../document.ts';
import { assumed } from '../answer-time.ts';
import { jobFigures, timelineOf } from '../document.ts';
import { formatCount, formatDate, formatDayTime } from '../words.ts';
import {
  allSteps,
  formatAccount,
  formatCosts,
  formatDay,
  formatOrder,
  formatPersonHeld,
  formatReached,
  formatRoomMade,
  formatTotals,
  nothingTogether,
} from './sentences.ts';

export interface TogetherOptions {
  readonly showNumbers: boolean;
  /** What contradicts between the campaigns. */
  readonly conflicts: readonly Diagnostic[];
}

/** One calendar of several campaigns, and who gives way to whom. */
export function togetherDocument(plan: PlanTogether, { showNumbers, conflicts }: TogetherOptions): Document {
  const { campaigns, now, timezone, totals } = plan;
  const order = formatOrder(plan);
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
      timelineOf(allSteps(plan)),
      section('Calendar', calendar(plan)),
      section('Who gives way', ...roomMade(plan, showNumbers)),
      section('Campaigns', campaignTable(plan)),
    ],
    conclusion: [
      {
        kind: 'figures',
        figures: [
          ...jobFigures(
            totals,
            campaigns.flatMap(({ plan: { steps } }) => steps),
          ),
          ...(totals.cost > 0 ? [{ name: 'cost', value: formatCosts(campaigns), isAmount: true }] : []),
        ],
      },
      sentences([...formatTotals(plan), ...(totals.toSend === 0 ? [nothingTogether(plan)] : [])]),
      sentences(
        [
          ...(totals.toSend === 0 ? [] : [assumed]),
          ...(order === undefined ? [] : [order]),
          ...plan.accounts.map(formatAccount),
        ],
        'soft',
      ),
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
  return {
    kind: 'table',
    name: 'Starts by day and campaign',
    columns: [
      { name: 'day', kind: 'row' },
      ...names.map((name): Column => ({ name, kind: 'number' })),
      { name: 'reached', kind: 'words' },
    ],
    rows: days.map((day) => ({
      cells: [
        formatDay(day),
        ...names.map((name) => (day.jobs[name] === undefined ? '' : formatCount(day.jobs[name]))),
        formatReached(day),
      ],
    })),
  };
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

const campaignColumns: readonly Column[] = [
  { name: 'campaign', kind: 'row' },
  { name: 'run', kind: 'line' },
  { name: 'priority', kind: 'number' },
  { name: 'to send', kind: 'number' },
  { name: 'skipped', kind: 'number' },
  { name: 'cost', kind: 'number' },
  { name: 'first', kind: 'line' },
  { name: 'last', kind: 'line' },
];

function campaignTable({ campaigns, timezone }: PlanTogether): Table {
  const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
  const rows = campaigns.map(
    ({ plan: { campaign, title, run, totals, steps, starts, ends }, priority }): Row => ({
      cells: [
        [{ title }, ...(title === campaign ? [] : [{ soft: campaign }])],
        run,
        priority === undefined ? '' : String(priority),
        totals.toSend,
        totals.skipped - dependingJobs(steps),
        totals.cost === 0 ? '' : formatMoney(totals.cost, totals.currency),
        time(starts),
        time(ends),
      ],
    }),
  );
  return { kind: 'table', name: 'Table of campaigns', columns: campaignColumns, rows };
}
