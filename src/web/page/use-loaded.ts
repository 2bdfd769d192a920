import { useEffect, useState } from 'preact/hooks';

/** What is loaded whenever one of `of` changes; until it is there, what was loaded before. */
export function useLoaded<T>(load: () => Promise<T>, of: readonly unknown[]): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  useEffect(() => {
    let isCurrent = true;
    void load().then((value) => {
      if (isCurrent) setLoaded(value);
    });
    return () => {
      isCurrent = false;
    };
  }, of);
  return loaded;
}
