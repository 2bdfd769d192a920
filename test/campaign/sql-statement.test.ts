import { describe, expect, test } from 'vitest';
import { parseSql } from '../../src/campaign/sources/sql-statement.ts';

describe('a statement', () => {
  test('has its parameters numbered, each once, and nothing else is touched', () => {
    const sql = `-- :not a parameter
WITH old AS (SELECT phone, ':no'::text AS "a:no", $q$ :no; $q$, E'it\\'s :no' /* :no /* ; */ :no */
FROM members WHERE tier = :tier AND age > :age::int)
SELECT * FROM old WHERE tier = :tier; -- the end`;
    expect(parseSql(sql, 'postgres')).toEqual({
      text: sql.replaceAll(' = :tier', ' = $1').replace(':age', '$2').replace('; -- the end', ' -- the end'),
      params: ['tier', 'age'],
    });
  });

  test.each([
    ["SELECT '{{ inputs.tier }}'", { kind: 'template', at: 8 }],
    ['-- nothing\n', { kind: 'empty', at: 0 }],
    ['SELECT 1; DROP TABLE members', { kind: 'several', at: 10 }],
    ['/* a comment */ DELETE FROM members', { kind: 'notSelect', word: 'DELETE', at: 16 }],
    ['(SELECT 1)', { text: '(SELECT 1)', params: [] }],
    ["SELECT 'open", { kind: 'unclosed', at: 7 }],
    ['SELECT 1 /* open', { kind: 'unclosed', at: 9 }],
    ['PRAGMA journal_mode', { kind: 'notSelect', word: 'PRAGMA', at: 0 }],
  ])('%j is read as it is', (sql, found) => {
    expect(parseSql(sql, 'postgres')).toEqual(found);
  });

  test('of SQLite has a `?` for each parameter, and its own quotes and comments', () => {
    const sql = "SELECT [a :no], `b :no`, /* /* :no */ :tier, e'\\', $a, :age FROM t WHERE tier = :tier";
    expect(parseSql(sql, 'sqlite')).toEqual({
      text: sql.replaceAll(' :tier', ' ?').replace(':age', '?'),
      params: ['tier', 'age', 'tier'],
    });
  });

  test.each([
    ['/* /* */ DELETE FROM t; /* */ */ SELECT 1', { kind: 'several', at: 30 }],
    ['/* /* */ PRAGMA query_only = OFF -- */ */\nSELECT 1', { kind: 'notSelect', word: 'PRAGMA', at: 9 }],
    ['SELECT $a$; DELETE FROM t; $a$', { kind: 'several', at: 12 }],
    ['SELECT [open', { kind: 'unclosed', at: 7 }],
    ['SELECT `open', { kind: 'unclosed', at: 7 }],
    ['SELECT 1 /* open', { kind: 'unclosed', at: 9 }],
  ])('of SQLite, %j is read as SQLite reads it', (sql, found) => {
    expect(parseSql(sql, 'sqlite')).toEqual(found);
  });
});
