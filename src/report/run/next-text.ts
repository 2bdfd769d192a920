import { formatCount } from '../../diagnostic/count-words.ts';
import type { WaveCounts } from '../../job/waves.ts';
import type { UsedUp } from '../../plan/budget.ts';
import type { WantedPromotion, WhatNext } from '../../plan/what-next.ts';
import type { Instant } from '../../platform/ports.ts';
import type { WaveSoFar } from '../../run/summary.ts';
import { spansOf, type Words } from '../document.ts';
import {
  formatCounts,
  formatDayTime,
  formatPeople,
  formatWait,
  heldWords,
  type NamedStep,
  stepWords,
} from '../plan/words.ts';
import { formatBlock, formatStopReason } from '../reason-text.ts';

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

/** `hello, wave 1: 50 of 1,000 people, since Thu 26 Nov 10:00: 48 accepted, 2 rejected.` */
export function waveLines(
  waves: readonly WaveSoFar[],
  timezone: string,
  steps: readonly NamedStep[],
): readonly Words[] {
  return waves.map(({ step: id, wave, people, beside, of, at, ...counts }): Words => {
    const size = people >= of ? formatPeople(people) : `${formatCount(people)} of ${formatPeople(of)}`;
    const others = beside === undefined ? '' : ` (and up to ${formatCount(beside)} by \`--first\` or \`--only\`)`;
    const since = `, wave ${wave}: ${size}${others}, since ${formatDayTime(at, timezone)}: ${formatWaveCounts(counts)}.`;
    return [...spansOf(stepWords(steps.find((step) => step.id === id) ?? { id })), since];
  });
}

export function formatWaveCounts({ accepted, rejected, inDoubt }: WaveCounts): string {
  return [`${formatCount(accepted)} accepted`, ...formatCounts({ rejected, 'in doubt': inDoubt })].join(', ');
}

/** What a person must say, one line a step. */
export function promotionLine({ wave, what, isBroken }: WantedPromotion, step: string, command: string): string {
  const then = what === 'goOn' ? `lets wave ${wave + 1} go on` : `begins wave ${wave + 1}`;
  return isBroken
    ? `${step} is halted by \`haltIf\`: look into it; \`${command}\` ${then}.`
    : `${step} waits for a person: \`${command}\` ${then}.`;
}
