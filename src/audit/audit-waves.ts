import type { Campaign } from '../campaign/campaign.ts';
import type { BegunWave } from '../job/waves.ts';
import type { Instant } from '../platform/ports.ts';
import type { AuditFinding } from './audited-start.ts';
import type { StartColumns } from './start-columns.ts';

/**
 * Each wave began once, in order, and none had more people than it had then, and than came beside it: so many starts of its step at most
 * came before the next one.
 * Of a step without waves today nothing is known: an edit took them out, and nobody knows when.
 */
export function auditWaves(
  { steps }: Campaign,
  waves: readonly BegunWave[],
  columns: StartColumns,
): readonly AuditFinding[] {
  return steps.flatMap(({ id, was, forEach }) => {
    if (forEach?.waves === undefined) return [];
    const ofStep = waves.filter(({ step }) => step === id || step === was);
    if (ofStep.length === 0) return [];
    const starts = firstStarts(columns, id);
    return ofStep.flatMap(({ wave, people, beside = 0, rest, at: begunAt }, index): readonly AuditFinding[] => {
      if (wave !== index)
        return [{ rule: 'waves', step: id, at: begunAt, message: `wave ${wave + 1} began as number ${index + 1}` }];
      const until = ofStep[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const sent = starts.filter((at) => at < until).length;
      const most = people + beside;
      if (rest === true || sent <= most) return [];
      const message = `${sent} people were sent to in wave ${wave + 1} and before; it had ${most}`;
      return [{ rule: 'waves', step: id, at: starts[most]!, message }];
    });
  });
}

/** In the order of time, without further attempts. */
function firstStarts(columns: StartColumns, step: string): readonly Instant[] {
  const kind = columns.kinds.findIndex(({ steps: [one, other] }) => one === step && other === undefined);
  const starts: Instant[] = [];
  for (let index = 0; index < columns.size; index++)
    if (columns.kind(index) === kind && !columns.isRepeat(index)) starts.push(columns.at(index));
  return starts.sort((a, b) => a - b);
}
