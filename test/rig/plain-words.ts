/** A word that only this project used, or a turn of older English, and what to write instead. */
export interface AvoidedWord {
  readonly pattern: RegExp;
  readonly say: string;
}

/*
 * Patterns see names as words: `sayObstacle` is read as `say Obstacle`. Each is chosen so that ordinary English passes: "of
 * course", "there is no step", "it is no longer open", "Shall we renew?" and "stands for" are fine.
 */
export const avoidedWords: readonly AvoidedWord[] = [
  { pattern: /\btold\b/i, say: 'requested, informed, shown' },
  { pattern: /\bpurses?\b/i, say: 'budget tracker, funds' },
  { pattern: /\bwitness(es)?\b/i, say: 'rollback guard' },
  { pattern: /\btides?\b/i, say: 'high-water mark' },
  { pattern: /\bcarriers?\b/i, say: 'run location' },
  { pattern: /\b(bells?|heard)\b/i, say: 'wake signal, received' },
  { pattern: /\b(brakes?|heed(s|ed)?|recalled)\b/i, say: 'stop conditions, on verdict, abort sends' },
  { pattern: /\b(leave word|word writer)\b/i, say: 'operator decision, decision writer' },
  { pattern: /\bfile moments?\b/i, say: 'file revision' },
  { pattern: /\b(take|takes|took|taken|taking) over\b/i, say: 'fence, accept' },
  { pattern: /\b(check (beside|thread)|known jobs)\b/i, say: 'verification, records' },
  { pattern: /\bways? back\b/i, say: 'recovery' },
  { pattern: /\bnext name\b/i, say: 'rename' },
  { pattern: /\b(service|sandbox) way\b/i, say: 'service connection, sandbox connection' },
  { pattern: /\blies? ahead\b/i, say: 'is in the future' },
  {
    pattern: /\b(casting|disguises?|mortal|stage(?!d))\b/i,
    say: 'rehearsal setup, hooks, overrides, crashable process',
  },
  { pattern: /\bstep lines?\b/i, say: 'step state' },
  { pattern: /(?<!of )\bcourse (of|lines?)\b/i, say: 'progress, scheduler context' },
  { pattern: /\b(verdict on|obstacles?)\b/i, say: 'evaluate needs, what blocks a step' },
  {
    pattern: /\b(likeliest|without echoes|shape problems?|yaml gaps?)\b/i,
    say: 'best errors, schema error, unreadable entries',
  },
  { pattern: /\b(has job for|is chosen|chosen by)\b/i, say: 'is selected, has job' },
  { pattern: /\b(run pictures?|fates?|cause books?)\b/i, say: 'run statistics, outcome, reason tally' },
  { pattern: /\bpicture( of\b|(?=\.\w|: ))/i, say: 'statistics' },
  { pattern: /\bsay(?=\()/i, say: 'format, print, command' },
  { pattern: /\b(unbooked|strangers?|orphans?|orphaned)\b/i, say: 'unrecorded, unmatched, removed in flight' },
  { pattern: /\bunmet\b/i, say: 'failed expectation, does not match' },
  { pattern: /\bmend(s|ed|ing)?\b/i, say: 'fix, correct' },
  { pattern: /\b(steer(s|ed|ing)?|struck)\b/i, say: 'admin API, change, hit' },
  { pattern: /\bunlocated\b/i, say: 'missing file' },
  { pattern: /\bwho(m|so)?ever\b/i, say: 'everybody who, a person who' },
  { pattern: /\banew\b/i, say: 'again' },
  { pattern: /\bbef[ae]ll/i, say: 'happens to' },
  { pattern: /\bso and so many\b/i, say: 'a number of' },
  { pattern: /\bof whom\b/i, say: 'whose, who' },
  { pattern: /\bin (its|their|his) stead\b/i, say: 'instead' },
  { pattern: /\b(stands?|stood)\b(?! (for|still while|in for)\b)/i, say: 'is, applies, remains' },
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) no (?!(longer|more|wider|later|earlier|less|larger|fewer)\b)/i,
    say: 'is not a',
  },
  { pattern: /(?<!\bthere )\b(is|are|was|were) none\b/i, say: 'is not one' },
  { pattern: /\bshall\b(?! we\b)/i, say: 'will, must' },
  {
    pattern: /\b(lest|hence|whence|whereby|wherein|thereof|therein|hither|hitherto|forthwith|albeit|henceforth)\b/i,
    say: 'so, where, of it',
  },
  { pattern: /\b(for ever|of old|deeds?|of (no )?use|besides)\b/i, say: 'always, former, useful, also' },
  { pattern: /\bcome(s)? to be\b|\bcame to be\b/i, say: 'becomes, is' },
];

const all = avoidedWords.map(({ pattern, say }) => ({ pattern: new RegExp(pattern, 'gi'), say }));
const any = new RegExp(avoidedWords.map(({ pattern }) => `(?:${pattern.source})`).join('|'), 'i');

/** The lines of a text with an avoided word: `12: "anew", say again`. */
export function avoidedIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = line.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
    if (!any.test(words)) return [];
    return all.flatMap(({ pattern, say }) =>
      [...words.matchAll(pattern)].map(([found]) => `${index + 1}: "${found.trim()}", say ${say}`),
    );
  });
}
