import { didYouMean } from '../../diagnostic/did-you-mean.ts';

/** The key that an unknown one was most likely meant for: one that is spelt much the same, or that other tools call so. */
export function meantKey(key: string, candidates: readonly string[]): string | undefined {
  return didYouMean(key, candidates) ?? otherName(key, candidates);
}

/** The key that other tools call so. */
export function otherName(key: string, candidates: readonly string[]): string | undefined {
  return candidates.find((one) => one === otherNames[key.toLowerCase()]);
}

/** A word of other tools for the time in which nothing starts. A campaign says when something may, in `window`. */
export function isClosedTime(word: string): boolean {
  return /^((quiet|silent|blackout)[ _-]?(day|hour|time|date|period)s?|blackouts?|dnd|do[ _-]?not[ _-]?disturb)$/i.test(
    word,
  );
}

/** The names of other tools for the same keys. */
const otherNames: Readonly<Record<string, string>> = {
  from: 'open',
  start: 'open',
  begin: 'open',
  to: 'close',
  end: 'close',
  until: 'close',
  path: 'file',
  source: 'file',
  csv: 'file',
  jsonl: 'file',
  parquet: 'file',
  url: 'http',
  query: 'sql',
  filter: 'where',
  phone: 'key',
  number: 'key',
  msisdn: 'key',
  tz: 'timezone',
  zone: 'timezone',
  name: 'campaign',
  id: 'campaign',
  depends_on: 'needs',
  dependson: 'needs',
  after: 'needs',
  jobs: 'steps',
  tasks: 'steps',
  variables: 'vars',
};
