import { useEffect, useRef, useState } from 'preact/hooks';
import { loadAll, loadNewer, type SandboxData } from './sandbox-data.ts';

export interface Live {
  readonly data: SandboxData | undefined;
  readonly connected: boolean;
}

/** The sandbox's data, kept up to date by its events: everything once, then what is new; everything again after a reset. */
export function useLive(): Live {
  const [data, setData] = useState<SandboxData>();
  const [connected, setConnected] = useState(false);
  const known = useRef<{ data?: SandboxData; count: number; busy: boolean; again: boolean }>({
    count: 0,
    busy: false,
    again: false,
  });
  useEffect(() => {
    const source = new EventSource(`/_sandbox/events${location.search}`);
    const refresh = async (count: number): Promise<void> => {
      const state = known.current;
      if (state.busy) {
        state.again = true;
        return;
      }
      state.busy = true;
      try {
        // A shorter journal than before: somebody went back, so nothing that is known holds.
        const fresh = state.data === undefined || count < state.count ? await loadAll() : await loadNewer(state.data);
        state.data = fresh;
        state.count = count;
        setData(fresh);
      } catch {
        setConnected(false);
      }
      state.busy = false;
      if (state.again) {
        state.again = false;
        await refresh(count);
      }
    };
    source.addEventListener('change', (event) => {
      setConnected(true);
      void refresh((JSON.parse(event.data as string) as { count: number }).count);
    });
    source.addEventListener('error', () => setConnected(false));
    return () => source.close();
  }, []);
  return { data, connected };
}
