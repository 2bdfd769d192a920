/** The candidate that a mistyped word most likely meant, if one is near enough to be worth a guess. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length * 0.4)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `did you mean \`x\`?`, or the possible words when they are few, or nothing. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const meant = didYouMean(word, candidates);
  if (meant !== undefined) return `did you mean \`${meant}\`?`;
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return `expected ${listed(candidates)}`;
}

/** "`a`, `b` or `c`". */
export function listed(words: readonly string[], last = 'or'): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

/** Damerau–Levenshtein (neighbouring letters swapped count as one), given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > 64 || b.length > 64) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, beforePrevious[j - 2]! + 1);
      }
      row.push(cost);
    }
    [beforePrevious, previous] = [previous, row];
  }
  return previous[b.length]!;
}
