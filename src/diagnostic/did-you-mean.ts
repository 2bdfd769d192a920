/** The candidate that a mistyped word most likely meant, if one is similar enough. */
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

/** What to write instead of an unknown word. */
export type Suggestion =
  | { readonly kind: 'meant'; readonly word: string }
  | { readonly kind: 'oneOf'; readonly words: readonly string[] }
  | { readonly kind: 'tooManyMistakes' };

export type Suggest = (word: string, candidates: readonly string[]) => Suggestion | undefined;

/** The word that was meant, or the possible words when they are few, or nothing. */
export const suggestion: Suggest = (word, candidates) => {
  const meant = didYouMean(word, candidates);
  if (meant !== undefined) return { kind: 'meant', word: meant };
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return { kind: 'oneOf', words: candidates };
};

export function formatSuggestion(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'meant':
      return `did you mean \`${suggestion.word}\`?`;
    case 'oneOf':
      return `expected ${listed(suggestion.words)}`;
    case 'tooManyMistakes':
      return 'too many mistakes to look for similar names';
    default:
      return suggestion satisfies never;
  }
}

/** Pairs of letters that are compared in one or two tenths of a second: 250 searches in a thousand names of twenty letters. */
const lettersMax = 100_000_000;

/**
 * As `suggestion`, for all mistakes of one file, where both the mistakes and the names may be thousands. It gives up after `most`
 * letter comparisons, and says so.
 */
export function createSuggest(most = lettersMax): Suggest {
  let left = most;
  return (word, candidates) => {
    for (const { length } of candidates) left -= word.length * length;
    return left < 0 && candidates.length > 12 ? { kind: 'tooManyMistakes' } : suggestion(word, candidates);
  };
}

/** "`a`, `b` or `c`". */
export function listed(words: readonly string[], last = 'or'): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

const lengthMax = 64;

/** Damerau–Levenshtein (neighbouring letters swapped count as one), given up at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (a.length > lengthMax || b.length > lengthMax) return limit;
  const width = b.length + 1;
  const cost = costs;
  for (let j = 0; j < width; j++) cost[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = i * width;
    const above = row - width;
    cost[row] = i;
    let least = i;
    for (let j = 1; j < width; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let here = Math.min(cost[row + j - 1]! + 1, cost[above + j]! + 1, cost[above + j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        here = Math.min(here, cost[above - width + j - 2]! + 1);
      }
      cost[row + j] = here;
      if (here < least) least = here;
    }
    // The distance never decreases from row to row; a swap looks back two rows.
    if (least >= limit && leastBefore >= limit) return limit;
    leastBefore = least;
  }
  return cost[a.length * width + b.length]!;
}

/** One table for all comparisons: thousands of names are compared with thousands. */
const costs = new Uint8Array((lengthMax + 1) ** 2);
