import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../../web/page/hooks.ts';
import { type JournalAt, loadNewer, nothing, type SandboxData } from './sandbox-data.ts';

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
    let latest: JournalAt = { count: 0, rewinds: 0 };
    /** Grows where what is known, or is being loaded, is of another journal than what comes. */
    let journal = 0;
    let isLoading = false;
    const startOver = (): void => {
      known = undefined;
      journal++;
    };
    const refresh = async (): Promise<void> => {
      if (isLoading) return;
      isLoading = true;
      let loaded: JournalAt | undefined;
      while (loaded !== latest) {
        loaded = latest;
        const own = journal;
        try {
          const fresh = await loadNewer(known ?? nothing, loaded);
          // Somebody has gone back meanwhile, and a change says so, or will.
          if (fresh === undefined || own !== journal) continue;
          known = fresh;
          setData(fresh);
          setConnected(true);
        } catch {
          setConnected(false);
        }
      }
      isLoading = false;
    };
    source.addEventListener('change', (event) => {
      setConnected(true);
      const change = JSON.parse(event.data as string) as JournalAt;
      if (change.rewinds !== latest.rewinds) startOver();
      latest = change;
      void refresh();
    });
    source.addEventListener('error', () => {
      setConnected(false);
      // The one that answers next may be another one.
      startOver();
    });
    return () => source.close();
  }, []);
  return { data, connected };
}

/** What the sandbox has of a whole number that is not among the newest. */
export function useOlder<T>(
  { rewinds }: SandboxData,
  search: string,
  found: number,
  load: (number: string) => Promise<readonly T[]>,
): readonly T[] {
  const number = search.replace(/^\+/, '');
  const isSought = found === 0 && /^\d{7,15}$/.test(number);
  const older = useLoaded(
    async () => ({ number, all: isSought ? await load(number) : [] }),
    [number, isSought, rewinds],
  );
  return isSought && older?.number === number ? older.all : [];
}
