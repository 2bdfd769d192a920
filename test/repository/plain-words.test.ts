import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { avoidedIn } from '../rig/plain-words.ts';

/** Words that are part of a format, or of a campaign's text. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'docs/events.md': ['unbooked', 'strangers'],
  'src/cli/commands/rehearse.ts': ['unbooked', 'strangers'],
  'src/control/shown/person-story.ts': ['unmet'],
  'test/control/person-story.test.ts': ['unmet'],
  'src/report/plan/why.ts': ['unmet'],
  'src/sandbox/account/account.ts': ['struck'],
  'src/sandbox/journal/journal.ts': ['steer'],
  'test/rehearsal/rehearse.test.ts': ['unbooked'],
  'test/run/crash-matrix.test.ts': ['struck'],
  'test/sandbox/sandbox-data.test.ts': ['struck'],
  'test/sandbox/sandbox-faults.test.ts': ['struck'],
};

const folders = [
  'src',
  'test',
  'bench',
  'schemas',
  'docs',
  'campaigns',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
];
const own = ['test/rig/plain-words.ts', 'test/repository/plain-words.test.ts'];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...folders])
  .toString()
  .trim()
  .split('\n')
  .filter((path) => /\.(ts|mjs|md|json|yaml|txt|css)$/.test(path) && !/\.gen\.|package-lock|compose-spec/.test(path))
  .filter((path) => !own.includes(path));

describe('the words of the tree', () => {
  test('are plain English, in names, comments, texts and documents', () => {
    const found = files.flatMap((path) => {
      const words = allowed[path] ?? [];
      return avoidedIn(readFileSync(path, 'utf8'))
        .filter((hit) => !words.some((word) => hit.includes(`"${word}"`)))
        .map((hit) => `${path}:${hit}`);
    });
    expect(found).toEqual([]);
  });

  test.each(Object.entries(allowed))('%s still needs the words %j', (path, words) => {
    const hits = avoidedIn(readFileSync(path, 'utf8')).join('\n');
    expect(words.filter((word) => !hits.includes(`"${word}"`))).toEqual([]);
  });
});

describe('an avoided word', () => {
  test.each([
    ['The second runner is told who holds the lock.', 'told'],
    ['const isTold = true;', 'Told'],
    ['Whoever opens it reads it anew.', 'Whoever', 'anew'],
    ['What stands in the file is no number.', 'stands', 'is no'],
    ['A name that is none of ours.', 'is none'],
    ['what shall go wrong, and what befalls it', 'befall', 'shall'],
    ['function sayObstacle() {}', 'Obstacle'],
    ["recovery: 'nextName'", 'next Name'],
    ["say('run')", 'say'],
    ['pictureOf(records, picture.total)', 'picture Of', 'picture'],
    ['nothing to mend', 'mend'],
  ])('is found in %j', (text, ...words) => {
    const found = avoidedIn(text).map((hit) => /"(.*)"/.exec(hit)?.[1]);
    expect(new Set(found)).toEqual(new Set(words));
  });

  test.each([
    'There is no step `code`; it is no longer in the file.',
    'Of course `NG` stands for Nigeria.',
    'Shall we renew?',
    'There are none.',
    'The run is paused, and the staged files remain.',
    'a recommended setting that amends another',
  ])('is not seen in %j', (text) => {
    expect(avoidedIn(text)).toEqual([]);
  });
});
