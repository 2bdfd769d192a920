import type { Explanation } from './explanation.ts';

/** Of references and order: CS3. */
export const referenceExplanations = {
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
} satisfies Readonly<Record<string, Explanation>>;
