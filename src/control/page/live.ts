import { useEffect, useState } from 'preact/hooks';
import { follow, type Query } from './api.ts';

export interface Live<View> {
  readonly view: View | undefined;
  readonly problem: string | undefined;
}

/** A view that the server sends again whenever it changes. */
export function useLive<View>(path: string, query: Query): Live<View> {
  const [live, setLive] = useState<Live<View>>({ view: undefined, problem: undefined });
  const asked = JSON.stringify([path, query]);
  useEffect(() => {
    const stop = new AbortController();
    setLive({ view: undefined, problem: undefined });
    const take = async (): Promise<void> => {
      for await (const answer of follow<View>(path, query, stop.signal))
        setLive(({ view }) =>
          'refused' in answer ? { view, problem: answer.refused } : { view: answer.value, problem: undefined },
        );
    };
    void take();
    return () => stop.abort();
  }, [asked]);
  return live;
}
