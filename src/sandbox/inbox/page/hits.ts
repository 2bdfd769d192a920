import { useEffect } from 'preact/hooks';

/** Marks what was searched for within the element that `find` gives, and shows the first of it. Nothing of the page is changed for that. */
export function useHits(find: () => HTMLElement | null, search: string, content: string): void {
  useEffect(() => {
    const place = find();
    const wanted = search.trim();
    if (place === null || wanted === '' || !('highlights' in CSS)) return undefined;
    const ranges: Range[] = [];
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      for (const { 0: hit, index } of (node.textContent ?? '').matchAll(inAnyCase(wanted))) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + hit.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set('hit', new Highlight(...ranges));
    ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return () => void CSS.highlights.delete('hit');
  }, [search, content]);
}

/** The part of a text around what was searched for; undefined where it is not in there. */
export function excerpt(text: string, search: string): string | undefined {
  const at = search === '' ? -1 : text.search(inAnyCase(search));
  if (at === -1) return undefined;
  const from = Math.max(0, at - 20);
  return `${from > 0 ? '…' : ''}${text.slice(from)}`;
}

/** A text in small letters may be longer than it was: `İ` becomes two characters. */
function inAnyCase(search: string): RegExp {
  return new RegExp(search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
}
