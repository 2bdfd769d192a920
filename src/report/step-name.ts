import { visibleLine } from '../diagnostic/visible-text.ts';

export interface NamedStep {
  readonly id: string;
  readonly title?: string | undefined;
}

/** A step as people read it: `Second reminder (followUp)`, or its id where it has no title. */
export function stepName({ id, title }: NamedStep): string {
  return title === undefined ? id : `${visibleLine(title)} (${id})`;
}

/** For a column: a long title is cut so that the id stays whole. */
export function shortStepName(step: NamedStep): string {
  const characters = Array.from(step.title ?? '');
  if (characters.length <= titleInColumn) return stepName(step);
  return stepName({
    ...step,
    title: `${characters
      .slice(0, titleInColumn - 1)
      .join('')
      .trimEnd()}…`,
  });
}

const titleInColumn = 32;

/** The names of steps that are known by their ids only. */
export function stepNames(steps: readonly NamedStep[]): (id: string) => string {
  const names = new Map(steps.map((step) => [step.id, stepName(step)]));
  return (id) => names.get(id) ?? id;
}
