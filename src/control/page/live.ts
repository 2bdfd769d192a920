import { useEffect, useState } from 'preact/hooks';
import { follow, type Query } from './api.ts';

export interface Live<View> {
  readonly view: View | undefined;
  readonly problem: string | undefined;
  /** When the view came. */
  readonly readAt: number;
}

const nothing = { view: undefined, problem: undefined, readAt: 0 };

/** A view that the server sends again whenever it changes. */
export function useLive<View>(path: string, query: Query): Live<View> {
  const [live, setLive] = useState<Live<View>>(nothing);
  const asked = JSON.stringify([path, query]);
  useEffect(() => {
    const stop = new AbortController();
    setLive(nothing);
    const take = async (): Promise<void> => {
      for await (const answer of follow<View>(path, query, stop.signal))
        setLive((before) =>
          'refused' in answer
            ? { ...before, problem: answer.refused }
            : { view: answer.value, problem: undefined, readAt: Date.now() },
        );
    };
    void take();
    return () => stop.abort();
  }, [asked]);
  return live;
}
