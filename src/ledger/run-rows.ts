import type { BegunWave } from '../job/waves.ts';
import type { RunChange } from './change.ts';
import type { Approval } from './signed/approval.ts';
import type { DecisionGroup } from './signed/decision-log.ts';
import { storedWave } from './signed/wave-log.ts';

/** What a change writes into the row of its run, in a file and in a store: a column, or one more entry of a log. Some are JSON. */
type RunCell =
  | { readonly column: 'inputs' | 'confirmed' | 'control' | 'ended' | 'rests'; readonly value: string }
  | { readonly log: RunLog; readonly entry: Approval | DecisionGroup | BegunWave };

export type RunLog = 'approvals' | 'decided' | 'waves';

type CellKind = 'inputs' | 'confirmed' | 'control' | 'ended' | 'rests' | 'approved' | 'decided' | 'wave';
type Of<Kind> = Extract<RunChange, { readonly kind: Kind }>;

const cells: { readonly [Kind in CellKind]: (change: Of<Kind>) => RunCell } = {
  inputs: ({ digest }) => ({ column: 'inputs', value: digest }),
  confirmed: ({ text }) => ({ column: 'confirmed', value: text }),
  control: ({ control }) => ({ column: 'control', value: control }),
  ended: ({ end }) => ({ column: 'ended', value: JSON.stringify(end) }),
  rests: ({ rests }) => ({ column: 'rests', value: JSON.stringify(rests) }),
  approved: ({ approval }) => ({ log: 'approvals', entry: approval }),
  decided: ({ group }) => ({ log: 'decided', entry: group }),
  wave: ({ begun }) => ({ log: 'waves', entry: storedWave(begun) }),
};

export function isOfCell(change: RunChange): change is Of<CellKind> {
  return change.kind in cells;
}

export function cellOf(change: Of<CellKind>): RunCell {
  return (cells[change.kind] as (change: Of<CellKind>) => RunCell)(change);
}
