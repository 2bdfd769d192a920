import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

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
