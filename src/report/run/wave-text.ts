import { formatCount } from '../../diagnostic/count-words.ts';
import type { WaveCounts } from '../../job/waves.ts';
import type { WantedPromotion } from '../../plan/what-next.ts';
import type { WaveSoFar } from '../../run/summary.ts';
import { spansOf, type Words } from '../document.ts';
import { formatDayTime, formatPeople } from '../plan/words.ts';
import { type NamedStep, stepWords } from '../step-name.ts';

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
  const parts = [
    `${formatCount(accepted)} accepted`,
    ...(rejected > 0 ? [`${formatCount(rejected)} rejected`] : []),
    ...(inDoubt > 0 ? [`${formatCount(inDoubt)} in doubt`] : []),
  ];
  return parts.join(', ');
}

/** What a person must say, one line a step. */
export function promotionLine({ wave, what, isBroken }: WantedPromotion, step: string, command: string): string {
  const then = what === 'goOn' ? `lets wave ${wave + 1} go on` : `begins wave ${wave + 1}`;
  return isBroken
    ? `${step} is halted by \`haltIf\`: look into it; \`${command}\` ${then}.`
    : `${step} waits for a person: \`${command}\` ${then}.`;
}
