import type { Campaign } from '../../campaign/campaign.ts';
import { formatCount } from '../../diagnostic/count-words.ts';
import { type BegunWave, countsOf, sentBefore, type WaveCounts } from '../../job/waves.ts';
import type { WantedPromotion } from '../../plan/what-next.ts';
import { formatDayTime, formatPeople } from '../plan/words.ts';

/** A wave that has begun, with what has become of its people since. Waves count from 1. */
export interface ShownWave extends WaveCounts {
  readonly step: string;
  readonly wave: number;
  readonly people: number;
  /** How many more `--first` and `--only` may have sent to since. */
  readonly beside?: number | undefined;
  /** How many people the step had then. */
  readonly of: number;
  readonly at: number;
}

/** Oldest first, as they were recorded, of steps that have waves now, under their present names: others sent to more people since. */
export function shownWaves(
  begun: readonly BegunWave[],
  sums: readonly { readonly id: string; readonly summary: WaveCounts }[],
  steps: Campaign['steps'],
): readonly ShownWave[] {
  const today = (step: string): string => steps.find(({ was }) => was === step)?.id ?? step;
  const hasWaves = (step: string): boolean =>
    steps.some(({ id, forEach }) => id === step && forEach?.waves !== undefined);
  const log = begun.map((one) => ({ ...one, step: today(one.step) })).filter(({ step }) => hasWaves(step));
  return log.map(({ step, wave, people, beside, of, at, before }, index) => {
    const summary = sums.find(({ id }) => id === step)?.summary;
    const next = log.slice(index + 1).find((one) => one.step === step);
    const earlier = log.slice(0, index).findLast((one) => one.step === step);
    const after = next?.before ?? countsOf((state) => summary?.[state] ?? 0);
    const sent = sentBefore(before);
    const became = countsOf((state) => Math.max(0, after[state] - before[state]));
    return { step, wave: wave + 1, people: people - Math.max(earlier?.people ?? 0, sent), beside, of, at, ...became };
  });
}

/** `hello, wave 1: 50 of 1,000 people, since Thu 26 Nov 10:00: 48 accepted, 2 rejected.` */
export function waveLines(
  waves: readonly ShownWave[],
  timezone: string,
  stepName: (id: string) => string,
): readonly string[] {
  return waves.map(({ step, wave, people, beside, of, at, ...counts }) => {
    const size = people >= of ? formatPeople(people) : `${formatCount(people)} of ${formatPeople(of)}`;
    const others = beside === undefined ? '' : ` (and up to ${formatCount(beside)} by \`--first\` or \`--only\`)`;
    return `${stepName(step)}, wave ${wave}: ${size}${others}, since ${formatDayTime(at, timezone)}: ${formatWaveCounts(counts)}.`;
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
