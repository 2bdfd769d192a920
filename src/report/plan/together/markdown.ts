import type { PlanTogether } from '../../../plan/together/plan-together.ts';
import { inertMarkdown, inlineCode } from '../../render/markdown.ts';
import { cutToComment, inTable } from '../markdown.ts';
import { formatCount, formatDate, formatDayTime } from '../words.ts';
import {
  formatAccount,
  formatDay,
  formatOrder,
  formatPersonHeld,
  formatReached,
  formatRoomMade,
  formatTotals,
} from './sentences.ts';
import { findingsTogether, type TogetherOptions, togetherToText } from './text.ts';

const peopleShown = 10;

/** A comment for a pull request, within its length limit. */
export function togetherToMarkdown(plan: PlanTogether, options: TogetherOptions): string {
  const { campaigns, now, timezone, accounts } = plan;
  const findings = findingsTogether(plan, options.conflicts).flatMap(({ message, hint }) => [
    message,
    ...(hint === undefined ? [] : [hint]),
  ]);
  const sentences = [...formatTotals(plan), formatOrder(plan), ...accounts.map(formatAccount)];
  const lines = [
    `### ${campaigns.length} campaigns`,
    '',
    `${campaigns.map(({ plan: one }) => inlineCode(one.campaign)).join(', ')}, planned ${formatDate(now, timezone)}, times are ${timezone}`,
    '',
    ...sentences.filter((one) => one !== undefined).map((one) => `${inertMarkdown(one)}  `),
    '',
    ...(findings.length === 0 ? [] : ['> [!WARNING]', ...findings.map((one) => `> ${inertMarkdown(one)}  `), '']),
    ...table(plan),
    '',
    ...calendar(plan),
    ...roomMade(plan, options.showNumbers),
    '<details><summary>Timeline</summary>',
    '',
    '```text',
    togetherToText(plan, { ...options, width: 100, colour: false })
      .replaceAll('```', '` ` `')
      .trimEnd(),
    '```',
    '',
    '</details>',
  ];
  return cutToComment(`${lines.join('\n')}\n`);
}

function table({ campaigns, timezone }: PlanTogether): readonly string[] {
  const rows = campaigns.map(({ plan: { title, totals, starts, ends }, priority }) => {
    const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
    const cells = [
      inTable(inertMarkdown(title)),
      priority === undefined ? '' : String(priority),
      formatCount(totals.toSend),
      time(starts),
      time(ends),
      formatCount(totals.skipped),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| campaign | priority | to send | first | last | skipped |', '|---|--:|--:|---|---|--:|', ...rows];
}

function calendar({ days, campaigns }: PlanTogether): readonly string[] {
  if (days.length === 0) return [];
  const names = campaigns.map(({ plan }) => plan.campaign);
  const rows = days.map((day) => {
    const cells = names.map((name) => (day.jobs[name] === undefined ? '' : formatCount(day.jobs[name])));
    return `| ${[formatDay(day), ...cells, formatReached(day)].join(' | ')} |`;
  });
  return [`| day | ${names.join(' | ')} | reached |`, `|---|${names.map(() => '--:|').join('')}---|`, ...rows, ''];
}

function roomMade({ roomMade: entries, timezone }: PlanTogether, showNumbers: boolean): readonly string[] {
  return entries.flatMap((entry) => {
    const shown = entry.people.slice(0, peopleShown);
    const more = entry.later + entry.skipped - shown.length;
    return [
      `**${inertMarkdown(formatRoomMade(entry, timezone))}**`,
      ...shown.map((person) => `- ${inertMarkdown(formatPersonHeld(person, timezone, showNumbers))}`),
      ...(more === 0 ? [] : [`- and ${formatCount(more)} more`]),
      '',
    ];
  });
}
