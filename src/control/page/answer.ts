import { useEffect, useRef, useState } from 'preact/hooks';
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

const nothing = { value: undefined, problem: undefined, readAt: 0 };

/** An answer that is asked for once, and once more when the question or `again` says so. */
export function useAnswer<Value>(question: readonly unknown[], ask: () => Promise<Answer<Value>>): Asked<Value> {
  const [asked, setAsked] = useState<Omit<Asked<Value>, 'again' | 'isOld'>>(nothing);
  const [times, setTimes] = useState(0);
  const [answered, setAnswered] = useState(0);
  const name = JSON.stringify(question);
  const shown = useRef('');
  useEffect(() => {
    let isCurrent = true;
    // What was shown stays until there is something newer about the same.
    if (shown.current !== name) setAsked(nothing);
    shown.current = name;
    void ask().then((answer) => {
      if (!isCurrent) return;
      setAnswered(times);
      setAsked(
        'refused' in answer
          ? { ...nothing, problem: answer.refused }
          : { value: answer.value, problem: undefined, readAt: Date.now() },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [name, times]);
  return { ...asked, isOld: answered !== times, again: () => setTimes((count) => count + 1) };
}
