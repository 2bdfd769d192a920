import { useState } from 'preact/hooks';
import { useLoaded } from '../../web/page/use-loaded.ts';
import type { Answer } from './api.ts';

export interface Asked<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  /** When the answer came. */
  readonly readAt: number;
  /** It was asked for once more, and there is no answer yet. */
  readonly isOld: boolean;
  readonly again: () => void;
}

/**
 * An answer that is asked for once, and once more when the question or `again` says so. What was shown stays until there is something
 * newer about the same.
 */
export function useAnswer<Value>(question: readonly unknown[], ask: () => Promise<Answer<Value>>): Asked<Value> {
  const [times, setTimes] = useState(0);
  const name = JSON.stringify(question);
  const loaded = useLoaded(async () => ({ name, times, answer: await ask(), readAt: Date.now() }), [name, times]);
  const known = loaded?.name === name ? loaded : undefined;
  const { value, refused } = { value: undefined, refused: undefined, ...known?.answer };
  const again = (): void => setTimes((count) => count + 1);
  return { value, problem: refused, readAt: known?.readAt ?? 0, isOld: known?.times !== times, again };
}
