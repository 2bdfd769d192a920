import { useEffect, useState } from 'preact/hooks';
import { loadNewer, nothing, type SandboxData } from './sandbox-data.ts';

export interface Live {
  readonly data: SandboxData | undefined;
  readonly connected: boolean;
}

/** The sandbox's data, kept up to date by its events: everything once, then what is new; everything again after a reset. */
export function useLive(): Live {
  const [data, setData] = useState<SandboxData>();
  const [connected, setConnected] = useState(false);
  useEffect(() => {
    const source = new EventSource(`/_sandbox/events${location.search}`);
    let known: SandboxData | undefined;
    let latest = { count: 0, rewinds: 0 };
    let isLoading = false;
    const refresh = async (): Promise<void> => {
      if (isLoading) return;
      isLoading = true;
      try {
        for (let loaded: typeof latest | undefined; loaded !== latest; ) {
          loaded = latest;
          const fresh = await loadNewer(known ?? nothing, loaded.count);
          // Somebody may have gone back meanwhile.
          if (loaded.rewinds !== latest.rewinds) continue;
          known = fresh;
          setData(fresh);
        }
      } catch {
        setConnected(false);
      }
      isLoading = false;
    };
    source.addEventListener('change', (event) => {
      setConnected(true);
      const change = JSON.parse(event.data as string) as typeof latest;
      if (change.rewinds !== latest.rewinds) known = undefined;
      latest = change;
      void refresh();
    });
    source.addEventListener('error', () => {
      setConnected(false);
      // The one that answers next may be another one.
      known = undefined;
    });
    return () => source.close();
  }, []);
  return { data, connected };
}
