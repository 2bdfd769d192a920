import { useEffect, useState } from 'preact/hooks';
import type { Answer } from './api.ts';

export interface Asked<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  readonly again: () => void;
}

/** An answer that is asked for once, and once more when the question or `again` says so. */
export function useAnswer<Value>(question: readonly unknown[], ask: () => Promise<Answer<Value>>): Asked<Value> {
  const [asked, setAsked] = useState<Omit<Asked<Value>, 'again'>>({ value: undefined, problem: undefined });
  const [times, setTimes] = useState(0);
  const name = JSON.stringify(question);
  useEffect(() => {
    let isCurrent = true;
    // What was shown stays until there is something newer about the same.
    if (times === 0) setAsked({ value: undefined, problem: undefined });
    void ask().then((answer) => {
      if (!isCurrent) return;
      setAsked(
        'refused' in answer
          ? { value: undefined, problem: answer.refused }
          : { value: answer.value, problem: undefined },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [name, times]);
  return { ...asked, again: () => setTimes((count) => count + 1) };
}
