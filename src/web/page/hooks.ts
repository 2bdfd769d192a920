import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Keeps what is typed into a field, or chosen from a list. */
export function inputText(keep: (text: string) => void): (event: Event) => void {
  return (event) => keep((event.target as HTMLInputElement).value);
}

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

/** Draws again every so often: what is shown depends on the time. */
export function useTick(everyMs: number): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** `/` goes to the search field, Escape leaves it; `onOther` gets every other key that nobody types into a field. */
export function useSearchKeys(
  field: RefObject<HTMLInputElement | null>,
  onLeave: () => void,
  onOther: (key: string) => void = () => {},
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key === 'Escape' && event.target === field.current) {
        onLeave();
        field.current?.blur();
      } else if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (event.key !== '/') return onOther(event.key);
        event.preventDefault();
        field.current?.focus();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
