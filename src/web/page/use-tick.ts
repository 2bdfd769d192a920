import { useEffect, useState } from 'preact/hooks';

/** Draws again every so often: what is shown depends on the time. */
export function useTick(everyMs: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
