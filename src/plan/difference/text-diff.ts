import { type Change, diffLines, diffWords, diffWordsWithSpace } from 'diff';

/** A stretch of a text that has changed: some words, or whole lines. */
export interface Stretch {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export function wordDiff(before: string, after: string): readonly Stretch[] {
  const changes = diffWords(before, after);
  // Where the blanks alone differ, they are what has changed.
  const areBlanks = changes.every(({ added, removed }) => !added && !removed);
  return (areBlanks ? diffWordsWithSpace(before, after) : changes).map(stretch);
}

export function lineDiff(before: string, after: string): readonly Stretch[] {
  // Otherwise the last line of one text would differ from the same line within the other.
  const end = before.endsWith('\n') && after.endsWith('\n') ? '' : '\n';
  const [old, now] = [before, after].map((text) => (text === '' ? text : text + end));
  return diffLines(old!, now!).map(stretch);
}

function stretch({ value, added, removed }: Change): Stretch {
  return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
}
