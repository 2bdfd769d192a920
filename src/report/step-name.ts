import { visibleLine } from '../diagnostic/visible-text.ts';
import type { Words } from './document.ts';

export interface NamedStep {
  readonly id: string;
  readonly title?: string | undefined;
}

/** A step as people read it: `Second reminder (followUp)`, or its id where it has no title. */
export function stepName({ id, title }: NamedStep): string {
  return title === undefined ? id : `${visibleLine(title)} (${id})`;
}

/** The same in a document. */
export function stepWords({ id, title }: NamedStep): Words {
  return title === undefined ? id : [{ title }, ` (${id})`];
}

/** The names of steps that are known by their ids only. */
export function stepNames(steps: readonly NamedStep[]): (id: string) => string {
  const names = new Map(steps.map((step) => [step.id, stepName(step)]));
  return (id) => names.get(id) ?? id;
}
