import { diffWords, diffWordsWithSpace } from 'diff';

/** A stretch of a text that has changed. */
export interface Words {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export function wordDiff(before: string, after: string): readonly Words[] {
  const changes = diffWords(before, after);
  // Where the blanks alone differ, they are what has changed.
  const areBlanks = changes.every(({ added, removed }) => !added && !removed);
  return (areBlanks ? diffWordsWithSpace(before, after) : changes).map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
