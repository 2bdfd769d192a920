import type { UsedUp } from '../../plan/budget.ts';
import type { WhatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import { formatDayTime, formatWait, heldWords } from '../plan/words.ts';
import { formatBlock } from '../reason-text.ts';
import { formatStopReason } from './stop-reason-text.ts';
import { promotionLine } from './wave-text.ts';

/** Why nothing starts, and what must be done first. */
export function formatUnpaid(unpaid: UsedUp): string {
  return formatStopReason({ kind: 'budget', ...unpaid });
}

/** What is next, a line each; nothing where all is done. */
export function nextToText(
  { next, unpaid, after, blocked, promotions }: WhatNext,
  given: {
    readonly now: Instant;
    readonly timezone: string;
    /** Whether a process is there to do it. */
    readonly running: boolean;
    /** What must be typed first, one after another, where nobody is at work. */
    readonly first: readonly string[];
    /** The name of the step with this id. */
    readonly stepName: (id: string) => string;
    readonly command: (name: 'promote', more?: string) => string;
  },
): readonly string[] {
  const { now, timezone, running, first, stepName, command } = given;
  const who = running ? '' : `, once you use ${first.map((command) => `\`${command}\``).join(', then ')}`;
  const lines: string[] = [];
  if (next !== undefined && next.at <= now) lines.push(`Next${who}: ${stepName(next.step)}, at once.`);
  else if (next !== undefined) {
    const why = next.reason === undefined ? '' : ` (${next.reason})`;
    const held = next.heldBy === undefined ? '' : `; it waits for ${heldWords[next.heldBy]}${why}`;
    const precise = next.at - now < 600_000;
    lines.push(
      `Next${who}: ${stepName(next.step)}, ${formatDayTime(next.at, timezone, precise)} ${timezone} (in ${formatWait(next.at - now)})${held}.`,
    );
  }
  for (const one of promotions)
    lines.push(
      promotionLine(
        one,
        stepName(one.step),
        command('promote', promotions.length > 1 ? `--step ${one.step}` : undefined),
      ),
    );
  if (unpaid !== undefined) lines.push(`${stepName(unpaid.step)} does not start: ${formatUnpaid(unpaid)}.`);
  if (after.length > 0) lines.push(`Waiting for the steps they need: ${after.map(stepName).join(', ')}.`);
  return [...lines, ...blocked.map(({ step, by }) => `${stepName(step)} does not start: ${formatBlock(by)}.`)];
}
