import { formatMoney } from '../../plan/budget.ts';
import type { Plan, PlannedStep } from '../../plan/plan.ts';
import { shownFinding } from '../diagnostics/shown-finding.ts';
import { formatForgotten, formatLeftOut } from '../left-out-text.ts';
import { samplesToMarkdown } from '../message/markdown.ts';
import { type PlanMessages, showSamples } from '../message/shown-sample.ts';
import { inertMarkdown, inlineCode } from '../render/markdown.ts';
import { formatEditedInFlight } from '../run/edits-text.ts';
import { stepName } from '../step-name.ts';
import { sourceFacts } from './source-text.ts';
import { nothingToSend, planToText, remarks } from './text.ts';
import { formatCount, formatDate, formatDayTime, formatState } from './words.ts';

/** The longest comment of a pull request. */
const mostCharacters = 65_535;
/** Reserved for the last line. */
const tail = 200;

export interface PlanMarkdownOptions {
  /** What some people will read. */
  readonly messages?: PlanMessages | undefined;
  readonly showNumbers?: boolean;
  readonly budget?: number | undefined;
  /** The response time above which it finishes later (`formatAnswerTime`). */
  readonly answerTime?: string | undefined;
}

/** A comment for a pull request, within its length limit; what does not fit is counted. */
export function planToMarkdown(plan: Plan, options: PlanMarkdownOptions = {}): string {
  const head = [...title(plan, options), ...findings(plan), ...sources(plan), ...table(plan)].join('\n');
  const timeline = `\n\n<details><summary>Timeline</summary>\n\n\`\`\`text\n${planToText(plan, { width: 100, colour: false }).replaceAll('```', '` ` `')}\`\`\`\n\n</details>\n`;
  const samples = options.messages === undefined ? [] : showSamples(options.messages, options.showNumbers);
  const messages = samples.length === 0 ? [] : [samplesToMarkdown(samples)];
  const blocks = [timeline, ...messages, ...plan.steps.flatMap((step) => details(step, plan.timezone))];
  let text = `${head}\n`;
  let left = 0;
  for (const block of blocks) {
    if (left > 0 || text.length + block.length > mostCharacters - tail) left++;
    else text += block;
  }
  if (text.length > mostCharacters - tail) return cutToComment(text);
  return left === 0 ? text : `${text}\n${left} more, in \`callsheet plan --format html\`\n`;
}

/** Whole lines, as many as fit into a comment. */
export function cutToComment(text: string): string {
  if (text.length <= mostCharacters - tail) return text;
  const lines = text.split('\n');
  let kept = 0;
  let length = 0;
  while (kept < lines.length && length + (lines[kept] ?? '').length + 1 < mostCharacters - tail) {
    length += (lines[kept] ?? '').length + 1;
    kept++;
  }
  return `${lines.slice(0, kept).join('\n')}\n\n${lines.length - kept} more lines\n`;
}

function title(plan: Plan, { budget, answerTime }: PlanMarkdownOptions): readonly string[] {
  const { title: name, campaign, run, now, timezone, hash, totals, starts, ends } = plan;
  const when =
    starts === undefined || ends === undefined
      ? nothingToSend(plan)
      : `**${formatCount(totals.toSend)}** to send, ${formatDayTime(starts, timezone)} to ${formatDayTime(ends, timezone)} (${timezone})`;
  const rest = [
    when,
    ...(totals.done > 0 ? [`${formatCount(totals.done)} done`] : []),
    ...(totals.inDoubt > 0 ? [`**${formatCount(totals.inDoubt)} in doubt**`] : []),
    ...(totals.cost > 0 ? [costWords(totals, budget)] : []),
  ];
  return [
    `### ${inertMarkdown(name)}`,
    '',
    rest.join(' · '),
    '',
    `${inlineCode(campaign)}, run ${inlineCode(run)}, planned ${formatDate(now, timezone)}, plan \`${hash.slice(0, 12)}\``,
    ...(answerTime === undefined ? [] : ['', inertMarkdown(answerTime)]),
    '',
  ];
}

function costWords({ cost, currency }: Plan['totals'], budget: number | undefined): string {
  return `cost ${formatMoney(cost, currency)}${budget === undefined ? '' : ` of ${formatMoney(budget, currency)}`}`;
}

function findings({ diagnostics, editedInDoubt, leftOut = [], forgotten = [] }: Plan): readonly string[] {
  const more = [
    ...formatLeftOut(leftOut),
    ...formatForgotten(forgotten),
    ...formatEditedInFlight(editedInDoubt, false),
  ];
  if (diagnostics.length + more.length === 0) return [];
  const lines = diagnostics
    .map(shownFinding)
    .flatMap(({ message, hint }) => [message, ...(hint === undefined ? [] : [hint])]);
  return ['> [!WARNING]', ...[...lines, ...more].map((line) => `> ${inertMarkdown(line)}  `), ''];
}

/** Where the people come from. */
function sources({ audiences = [], now, timezone }: Plan): readonly string[] {
  const blocks = sourceFacts(audiences, { now, timezone }).map(
    ({ audience, source, read, snapshot, people, remarks }) => {
      const head = `${inertMarkdown(audience)}: ${inertMarkdown(source)}, read ${read}, snapshot \`${snapshot}\``;
      return [`- ${head}`, ...[people, ...remarks].map((line) => `  - ${inertMarkdown(line)}`)];
    },
  );
  return blocks.length === 0 ? [] : ['**Audiences**', '', ...blocks.flat(), ''];
}

function table({ steps, timezone }: Plan): readonly string[] {
  const row = (step: PlannedStep): string => {
    const { uses, state, jobs, starts, ends, fits } = step;
    const skipped = jobs.skipped.reduce((total, { jobs: count }) => total + count, 0);
    const time = (at: number | undefined) => (at === undefined ? '' : formatDayTime(at, timezone));
    const what = state === 'pending' || state === 'started' ? formatCount(jobs.toSend) : formatState(step);
    const cells = [
      inTable(inertMarkdown(stepName(step))),
      `\`${uses}\``,
      what,
      time(starts),
      time(ends),
      state === 'conditional' ? '' : formatCount(skipped),
    ];
    return `| ${cells.join(' | ')} | ${fits ? '' : '⚠'} |`;
  };
  return [
    '| step | operation | to send | first | last | skipped | |',
    '|---|---|--:|---|---|--:|---|',
    ...steps.map(row),
  ];
}

/** Also within code a bar would begin the next cell. */
export function inTable(markdown: string): string {
  return markdown.replace(/(?<!\\)\|/g, '\\|');
}

function details(step: PlannedStep, timezone: string): readonly string[] {
  const lines = remarks(step, timezone);
  if (lines.length === 0) return [];
  return [`\n**${inertMarkdown(stepName(step))}**\n${lines.map((line) => `- ${inertMarkdown(line)}`).join('\n')}\n`];
}
