/** Why a finding is reported, and how to fix it. `explain` and `docs/diagnostics.md` print both. */
export interface Explanation {
  readonly cause: string;
  readonly fix: string;
}

/** Of text and YAML (CS1), of the shape of a campaign (CS2), of references, names and order (CS3). */
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
    cause:
      'Callsheet reads regular files only. A folder has no text, and a pipe or a device may never end. Of a list that a program writes to meanwhile a row may be cut.',
    fix: 'Name a file. Write the output of a pipe to a file first. Begin again once the program that writes a list has ended, or let it write another file and rename that.',
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
  CS2001: {
    cause: 'Unknown keys are errors because they would silently do nothing.',
    fix: 'Use the suggested key, or start the key with `x-` if it is a note.',
  },
  CS2002: { cause: 'The campaign cannot run without this key.', fix: 'Add the key.' },
  CS2003: {
    cause: 'There is a map where text is expected, text where a number is expected, or no value at all.',
    fix: 'Write a value of the expected type; `explain` with the path of the key shows an example.',
  },
  CS2004: { cause: 'Only certain words are allowed here.', fix: 'Use one of them.' },
  CS2005: {
    cause: '`uses` takes one of the nine operations of the service.',
    fix: 'Use one of the nine; `explain whatsapp.send`, for example, describes that operation.',
  },
  CS2006: {
    cause: 'A number is too small or too large, or a list, map or text must not be empty.',
    fix: 'Stay within the limits in the message.',
  },
  CS2007: {
    cause: 'Times, durations, rates, dates and names each have a format.',
    fix: 'Write it like the example in the message.',
  },
  CS3001: {
    cause: '`needs` names a step that is not in this file. It may be misspelt, renamed or removed.',
    fix: 'Use the suggested name, or remove the need.',
  },
  CS3002: {
    cause: 'Each of these steps waits for another one of them, so none would ever start.',
    fix: 'Remove one of the needs in the cycle.',
  },
  CS3003: {
    cause: '`forEach` names an audience that is not declared under `audiences`.',
    fix: 'Use the suggested name, or declare the audience.',
  },
  CS3004: {
    cause: '`onlyIf` selects recipients by the outcome of an earlier step; that step must exist and finish first.',
    fix: 'Name an existing step, and add it to `needs`.',
  },
  CS3029: {
    cause: 'Without it, people who are in no wave would be left out.',
    fix: 'Write `rest` as the last wave, and nowhere else.',
  },
  CS3005: {
    cause: '`onlyIf` looks up each recipient’s outcome, so both steps must run for the same audience.',
    fix: 'Name a step that runs for the same audience.',
  },
  CS3006: {
    cause: 'Without the need, the step might start before the output exists.',
    fix: 'Add the other step to `needs`.',
  },
  CS3007: {
    cause:
      'Each operation has certain outputs. The outputs of a step that runs per recipient are available only to steps for the same audience.',
    fix: 'Use an output of the operation; `explain` with its id lists them.',
  },
  CS3008: {
    cause:
      'Templates can read `recipient`, `vars`, `inputs`, `env`, `run`, `campaign` and `steps`, and only the names declared there.',
    fix: 'Use the suggested name, or declare the name.',
  },
  CS3009: {
    cause: 'The header of the audience file has no such column.',
    fix: 'Use the suggested column, or add the column to the file.',
  },
  CS3010: {
    cause: 'A tag or an output is not closed, or it is not valid Liquid.',
    fix: 'Fix the place shown.',
  },
  CS3011: {
    cause:
      'Campaigns support these filters: default, upcase, downcase, capitalize, strip, lstrip, rstrip, append, prepend, remove, replace, truncate, truncatewords, slice, size, first, last, url_encode, newline_to_br, plus, minus, times, divided_by, modulo, round, floor, ceil, abs, at_least, at_most.',
    fix: 'Use one of these, or prepare the value in the audience file.',
  },
  CS3012: {
    cause:
      'Campaigns do not support tags that read files, loop or assign, so that the size of the output stays bounded.',
    fix: 'Use `if`, `unless`, `case`, `comment` or `raw`; or prepare the text in the audience file.',
  },
  CS3013: {
    cause:
      'Templates can read only the variables listed under `env`, so that a campaign from elsewhere cannot send your secrets.',
    fix: 'List the variable under `env`.',
  },
  CS3014: {
    cause: 'The variable is listed and used, but it is not set where the check runs. The run needs it.',
    fix: 'Set it before the run, in the environment or in the `--env-file`.',
  },
  CS3015: {
    cause: 'The campaign declares its inputs with a type; an input without a default is required.',
    fix: 'Pass `--input name=value`, or add a default.',
  },
  CS3016: {
    cause: 'Only a step with `forEach` has recipients; other steps run once.',
    fix: 'Add `forEach`, or use `vars` or `inputs`.',
  },
  CS3017: {
    cause: 'A name that is declared but never used is often misspelt where it should be used.',
    fix: 'Use it, or remove it.',
  },
  CS3018: {
    cause: 'Paths are relative to the folder of the campaign file.',
    fix: 'Correct the path, or add the file.',
  },
  CS3019: {
    cause:
      'A campaign can only use files inside its own repository, also through links, so that a campaign from elsewhere cannot read your disk. For the same reason the campaign file itself must not be a link to a file outside its repository. Without a repository, the limit is the folder of the campaign.',
    fix: 'Move the file into the repository.',
  },
  CS3020: {
    cause:
      'Templates work only under `with`, `account` and the `params` of an audience. The path of an audio file must not be a template, because each file is checked and becomes part of the plan before anything is sent.',
    fix: 'Move the template there, or write the value itself.',
  },
  CS3021: {
    cause: '`was` moves a step’s history to its new name; two steps cannot share one former name.',
    fix: 'If the step was renamed, give the step that has its old name now another one, which no step had; or run once with the rename alone, and only then remove `was` and add the new step. Before that run, everybody would get the message again without `was`.',
  },
  CS3022: {
    cause: 'A template may have up to 32,768 characters and 200 tags, and its output is limited as well.',
    fix: 'Make it smaller.',
  },
  CS3023: {
    cause:
      '`runs: on-failure` waits for a step in `needs` to fail, or, without `needs`, for any other step. Here there is no step that could fail first.',
    fix: 'Remove `runs`, or add the step to watch.',
  },
  CS3024: {
    cause: 'The setting changes nothing, which is rarely what was intended.',
    fix: 'Remove it, or add the setting it depends on.',
  },
  CS3025: {
    cause:
      'Two of the files checked together contact the same people at the same hours, have the same id or task name, or together exceed the rate of one account.',
    fix: 'Move one of them to another time, exclude the recipients of the other, or lower the rates. This is a warning; ignore it if the overlap is intended.',
  },
  CS3026: {
    cause:
      'A template has two pairs of braces. A single pair, `${…}`, `%…%` or `[…]` is plain text and would be sent unchanged.',
    fix: 'Write it as the hint shows. This is a warning; ignore it if the text is intended.',
  },
  CS3027: {
    cause:
      'Callsheet uses the audience’s key to apply `exclude` and to contact each person once. A number from another column bypasses both: an excluded number is contacted, and a number that several recipients share is contacted once for each of them.',
    fix: 'Leave the field out to use the key, or make the column with the right numbers the audience’s `key`. This is a warning; ignore it if it is intended.',
  },
  CS3028: {
    cause:
      'Variables whose names begin with `CALLSHEET_` are settings of Callsheet: the address of the service, the key and the secret. A template that reads one would send it to everyone in the audience.',
    fix: 'Use a variable with another name, and list it under `env`.',
  },
  CS3033: {
    cause:
      "`{{ 1 }}`, `{{ 'name' }}` and `{{ true }}` read no column and no variable, so everybody would get “1”, “name” or “true”. Other tools number or quote their placeholders.",
    fix: 'Write the column: `{{ recipient.name }}`. For a fixed text, remove the braces.',
  },
  CS3034: {
    cause:
      'An output with `or`, `and`, `==` or another operator prints the answer, “true” or “false”, and never one of the values.',
    fix: 'For a value to use instead of a missing one, write `{{ recipient.name | default: "there" }}`; to choose between texts, use `{% if … %}`.',
  },
  CS3035: {
    cause:
      'A template calculates with a value that is not a number, divides by zero or makes a result that is too long, and it would do so for every request of the step.',
    fix: 'Correct the value under `vars` or `inputs`, or the calculation.',
  },
  CS3031: {
    cause:
      'A cap holds over all campaigns of a project, so all of them must count their contacts. `contacts.yaml` beside the campaigns has the rules of the project; `contacts` in a campaign only adds to them.',
    fix: 'Write `contacts.yaml` with `project` and the rules for all campaigns of the folder.',
  },
  CS3032: {
    cause:
      'Contacts are counted by recipient. A step that runs once and contacts the number in its request has no recipient, so nobody could hold it back.',
    fix: 'Use `forEach` with an audience that has this number.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;
