import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { LoadRequest, Understood } from './load.ts';
import type { StepRenderer } from './request.ts';
import type { Roster, Scalar } from './roster.ts';

export interface RenderCheck extends Understood {
  readonly request: LoadRequest;
  readonly inputs: Readonly<Record<string, Scalar>>;
  readonly renderers: ReadonlyMap<string, StepRenderer>;
  readonly rosters: ReadonlyMap<string, Roster>;
  /** What is found already: nothing is said twice of one place. */
  readonly before: readonly Diagnostic[];
}

export function checkRendered(_about: RenderCheck): Diagnostic[] {
  return [];
}
