/** A part of the text, from the key of an entry to the entry's end, that is left out because YAML cannot read it. */
export interface UnreadableEntry {
  readonly start: number;
  /** After the key's colon: the text from here on is not read. */
  readonly from: number;
  readonly end: number;
}

/** Root keys that can be left out without changing the meaning of the rest; not the variables and the account. */
const dispensable = /^(title|window|limits|costs|starts|ends|x-.*)$/;

/** A line of an unreadable entry that begins with one of these may be meant as a root key. */
const begins = (keys: string) => new RegExp(`^[ \\t]*(${keys})\\b`, 'm');
const rootInAudiences = begins('campaign|account|env|inputs|vars|steps');
const rootElsewhere = begins('campaign|timezone|account|env|inputs|vars|audiences|steps');

/**
 * The entry at this offset, if it is independent of the others: a step, an audience, or one of some root keys. Its content
 * cannot make another entry wrong.
 */
export function unreadableAround(text: string, offset: number): UnreadableEntry | undefined {
  const roots = entries(text, 0, text.length, /^(?=[^\s#{[\]}"'&*!|>%@`-])([^\s:]+)\s*:(?=\s|$)/);
  const root = roots.findLast(({ entry }) => entry.start <= offset);
  if (root === undefined) return undefined;
  const isMap = root.key === 'steps' || root.key === 'audiences';
  const entry = isMap ? childAt(text, root.entry, offset) : dispensable.test(root.key) ? root.entry : undefined;
  if (entry === undefined) return undefined;
  const mayHoldRoot = root.key === 'audiences' ? rootInAudiences : rootElsewhere;
  return mayHoldRoot.test(text.slice(entry.from, entry.end)) ? undefined : entry;
}

/** The text with spaces in place of its unreadable entries, so that all offsets stay the same. */
export function withUnreadable(text: string, unreadableEntries: readonly UnreadableEntry[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, end } of [...unreadableEntries].sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, from), text.slice(from, end).replace(/[^\n]/g, ' '));
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Every word of the unreadable entries, including names. */
export function wordsInUnreadable(text: string, unreadableEntries: readonly UnreadableEntry[]): ReadonlySet<string> {
  return new Set(unreadableEntries.flatMap(({ start, end }) => text.slice(start, end).match(/[\w-]+/g) ?? []));
}

export function isInUnreadableEntry(unreadableEntries: readonly UnreadableEntry[], offset: number): boolean {
  return unreadableEntries.some(({ start, end }) => offset >= start && offset < end);
}

function childAt(text: string, root: UnreadableEntry, offset: number): UnreadableEntry | undefined {
  const indent = /^([ \t]+)[^\s#]/m.exec(text.slice(root.from, root.end))?.[1];
  if (indent === undefined) return undefined;
  const first = new RegExp(`^${indent}(?=[^\\s#])([^\\s:]+)\\s*:(?=\\s|$)`);
  return entries(text, root.from, root.end, first).findLast(({ entry }) => entry.start <= offset)?.entry;
}

/** Entries that begin at a line's start, each up to the next. */
function entries(text: string, start: number, end: number, first: RegExp): { key: string; entry: UnreadableEntry }[] {
  const found: { key: string; entry: UnreadableEntry }[] = [];
  for (let line = start; line < end; ) {
    const next = text.indexOf('\n', line);
    const lineEnd = next === -1 || next >= end ? end : next;
    const match = first.exec(text.slice(line, lineEnd));
    if (match !== null) {
      const last = found.at(-1);
      if (last !== undefined) found[found.length - 1] = { ...last, entry: { ...last.entry, end: line } };
      found.push({ key: match[1] ?? '', entry: { start: line, from: line + match[0].length, end } });
    }
    line = lineEnd + 1;
  }
  return found;
}
