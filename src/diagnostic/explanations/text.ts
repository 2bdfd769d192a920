import type { Explanation } from './explanation.ts';

/** Of text and YAML: CS1. */
export const textExplanations = {
  CS1001: {
    cause:
      'The text breaks a rule of YAML: a bracket or a quote is not closed, a line is indented unlike its neighbours, or an escape is half of a character.',
    fix: 'Fix the place shown. A step or audience that cannot be read is left out of the other checks; an error anywhere else stops the check until it is fixed.',
  },
  CS1002: {
    cause: 'To YAML, `{{` at the beginning of a value opens a map inside a map.',
    fix: 'Put the whole text in quotes.',
  },
  CS1003: {
    cause: 'YAML is indented with spaces; tabs are not allowed.',
    fix: 'Replace the tab with spaces, and set your editor to use spaces in `.yaml` files.',
  },
  CS1004: {
    cause: 'A map has the same key twice, so it is unclear which value applies.',
    fix: 'Keep one of them, or merge the two values.',
  },
  CS1005: {
    cause:
      'Digits without quotes are a number to YAML: leading zeros and a `+` are lost, and a phone number loses digits. `TRUE` is true, whose text is `true`.',
    fix: 'Put the digits, or the word, in quotes.',
  },
  CS1006: {
    cause: 'Campaign files must be UTF-8, so that every character is read the same everywhere.',
    fix: 'Save the file as UTF-8.',
  },
  CS1007: {
    cause: 'With `%YAML 1.1`, `no` is false and `9:00` is 540. Campaigns are always YAML 1.2.',
    fix: 'Remove the directive.',
  },
  CS1008: {
    cause: '`---` starts another document, but a file contains one campaign.',
    fix: 'Put each campaign in its own file.',
  },
  CS1009: {
    cause: 'Aliases (`*name`) that refer to each other double the document with every line, or never end.',
    fix: 'Use fewer aliases; recipients belong in audience files.',
  },
  CS1010: {
    cause: '`*name` repeats the value marked `&name` further up, but there is no such anchor.',
    fix: 'Add the anchor above, or quote the text if it is not an alias.',
  },
  CS1011: {
    cause: 'In a text without quotes, ` #` starts a comment, so the rest would not be sent.',
    fix: 'Put the text in quotes. If it is a comment, put a space after the `#`.',
  },
  CS1012: {
    cause: 'In YAML 1.2 only `true` and `false` are booleans; `yes`, `no`, `on` and `off` are text.',
    fix: 'Write `true` or `false`.',
  },
  CS1013: {
    cause: 'Numbers beyond 9007199254740991 are rounded when they are read.',
    fix: 'Put a text or a `jobId`, which is sent as a number, in quotes. Nothing else takes so many digits.',
  },
  CS1014: {
    cause:
      'A campaign is a map: `campaign:`, `timezone:`, `steps:`. So are `contacts.yaml`, which begins with `project:`, and a world.',
    fix: 'Start from an example in `campaigns/`.',
  },
  CS1015: {
    cause:
      'YAML gives a special meaning to a text that begins with `*`, `@`, `%` or a backtick, or that contains `: `.',
    fix: 'Put the text in quotes, or write it as a block after `|`.',
  },
  CS1016: {
    cause:
      'A campaign file may be up to 5 MB with up to 200,000 values. Of its lists, the columns that it uses are kept in memory: up to 1 GB.',
    fix: 'Put recipients in an audience file. Split a list that is too large.',
  },
  CS1017: {
    cause: '`!name` gives a value a type that only some programs support.',
    fix: 'Remove the tag, or quote the text.',
  },
  CS1018: {
    cause: 'Maps and lists are nested more than 64 levels deep.',
    fix: 'No campaign needs this; look for brackets that are not closed.',
  },
  CS1019: {
    cause: 'Callsheet reads regular files only. A folder has no text, and a pipe or a device may never end.',
    fix: 'Name a file. Write the output of a pipe to a file first.',
  },
  CS1020: {
    cause:
      'YAML reads `\\n`, `\\t` and `\\u00e9` only in double quotes. In single quotes, without quotes and in a block after `|` they are a backslash and letters, and people would read them.',
    fix: 'Put the text in double quotes, or write a text of several lines as a block after `|`. If the backslash is meant, write it twice in double quotes.',
  },
  CS1021: {
    cause: 'Between braces a comma ends a value, so `{ budget: 1,000 }` is the number 1 and a key `000`.',
    fix: 'Write the number without commas: `1000`. Decimals have a point: `0.5`.',
  },
} satisfies Readonly<Record<string, Explanation>>;
