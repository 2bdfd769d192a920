import type { DiagnosticCode } from './codes.ts';
import { contactExplanations } from './contact-explanations.ts';
import { sourceExplanations } from './source-explanations.ts';

/** Why a finding is reported, and how to fix it. `explain` and `docs/diagnostics.md` print both. */
export interface Explanation {
  readonly cause: string;
  readonly fix: string;
}

export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  CS1001: {
    cause:
      'The text breaks a rule of YAML: a bracket or a quote is not closed, or a line is indented unlike its neighbours.',
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
      'Digits without quotes are a number to YAML: leading zeros and a `+` are lost, and a phone number loses digits.',
    fix: 'Put the digits in quotes.',
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
    fix: 'Put the digits in quotes.',
  },
  CS1014: {
    cause: 'A campaign is a map: `campaign:`, `timezone:`, `steps:`.',
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
      'Templates work only under `with` and `account`. The path of an audio file must not be a template, because each file is checked and becomes part of the plan before anything is sent.',
    fix: 'Move the template there, or write the value itself.',
  },
  CS3021: {
    cause: '`was` moves a step’s history to its new name; two steps cannot share one former name.',
    fix: 'Remove the wrong `was`.',
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
  CS4001: {
    cause:
      'The request breaks a rule of the service’s API for every recipient. The message shows the status that the service would return.',
    fix: 'Fix the field; `explain` with the operation and the status says more.',
  },
  CS4002: {
    cause:
      'With the values of these recipients, the request breaks a rule of the service: a text becomes too long, a number has too few digits, or two recipients have the same name where names must be unique.',
    fix: 'Fix the rows shown, shorten the text, or leave the recipients out with `where` or `exclude`.',
  },
  CS4003: {
    cause: 'The service’s API has no such field; the service would ignore it.',
    fix: 'Use the suggested field, or remove the field.',
  },
  CS4004: {
    cause:
      'The service expects a number here. A template produces a number only if it is a single output with no other text.',
    fix: 'Write the number without quotes, or a template with one output only.',
  },
  CS4005: { cause: 'The service accepts .mp3, .m4a and .wav files that are not empty.', fix: 'Convert the recording.' },
  CS5001: {
    cause: 'Time zones must be IANA names. Abbreviations are ambiguous, and offsets are wrong for half of the year.',
    fix: 'Use the name of a place, such as `Africa/Lagos`, or `UTC`.',
  },
  CS5002: { cause: 'A campaign or step that ends before it starts never runs.', fix: 'Correct one of the two.' },
  CS5003: { cause: 'The calendar has no such day.', fix: 'Correct the date.' },
  CS5004: {
    cause: 'Nobody may be contacted outside 09:00–20:00 or outside the campaign’s own window.',
    fix: 'Narrow the hours. A step that responds to something the recipient has just asked for may set `purpose: transactional`.',
  },
  CS5005: {
    cause: 'This window and the one around it have no minute in common, or `limits.guard` takes up the whole window.',
    fix: 'Correct the hours, the days or the guard.',
  },
  CS5006: {
    cause: 'Only transactional steps may run over midnight or `always`.',
    fix: 'Set `purpose: transactional` if the step is transactional, or keep the window within one day.',
  },
  CS5007: {
    cause:
      'The service calls within `allowSendTime`, whatever the campaign’s window says. A template could produce any hour.',
    fix: 'Narrow the period, or leave `allowSendTime` out; it then follows the window.',
  },
  CS5008: {
    cause:
      'The campaign sets its time zone once, at the top. An offset in a time would contradict it after the next clock change.',
    fix: 'Remove the offset.',
  },
  CS5009: {
    cause: 'The service calls at `sendTime`, whatever the campaign’s window says.',
    fix: 'Choose a time in the window.',
  },
  CS5010: {
    cause:
      'The service accepts custom messages only within 24 hours of the recipient’s last message. Without that time, Callsheet cannot skip recipients whose 24 hours have passed.',
    fix: 'Set `lastInbound` to the column with that time.',
  },
  CS5011: {
    cause: 'With `every`, the query repeats until it has the expected result, and nothing says when to give up.',
    fix: 'Set `until`, or give the campaign an `ends`.',
  },
  CS5101: {
    cause: 'The campaign would start late, all at once, at a time that nobody chose.',
    fix: 'Change `starts`, or use `run --late` to start it now.',
  },
  CS5102: {
    cause: 'At this rate and in these hours, the step does not finish before its end; the remaining jobs expire.',
    fix: 'Make the change that the plan suggests; it is the smallest one that helps.',
  },
  CS5103: {
    cause: 'By the prices under `costs`, the remaining jobs cost more than `limits.budget` or the account’s balance.',
    fix: 'Raise the budget, or narrow the audience. The run stops when the budget is spent.',
  },
  CS5104: {
    cause:
      'Because of the window or the needs, the request is sent only after the time at which the service should call.',
    fix: 'Use a later `sendTime`, or leave it out.',
  },
  CS6001: {
    cause: 'In another encoding, names are silently garbled.',
    fix: 'Save the list as UTF-8; spreadsheets call it “CSV UTF-8”.',
  },
  CS6002: { cause: 'With another delimiter, the whole line becomes one column.', fix: 'Export the list with commas.' },
  CS6003: { cause: 'A reference to the column would be ambiguous.', fix: 'Rename one of them.' },
  CS6004: {
    cause: 'A comma in a value without quotes splits it into two values and shifts the rest of the row.',
    fix: 'Put values with commas in quotes.',
  },
  CS6005: {
    cause:
      'A recipient is identified by number. A number that is in the list twice is contacted once, with the values of its first row.',
    fix: 'Nothing is required; remove the repeated rows to silence the warning.',
  },
  CS6006: {
    cause:
      'A recipient is identified by one number with its country code, 7 to 15 digits. It may start with `+` or `00`, and spaces, hyphens or dots may separate groups of digits; `+44 (0)20` loses its 0, and `2348012345678.0` its decimals. Callsheet does not guess when a cell could mean another number: two numbers in a cell, an extension, `/`, a dash, or a number without its country code where the audience has no `country`.',
    fix: 'Correct the rows if these people should be contacted.',
  },
  CS6007: {
    cause: 'A template needs a value that these recipients do not have, so they are skipped.',
    fix: 'Add the values, or a `default` to the template.',
  },
  CS6008: {
    cause: 'The campaign names a column that is not in the header of the file.',
    fix: 'Use the suggested column.',
  },
  CS6009: {
    cause: 'The file has no rows, or all of them are left out.',
    fix: 'Check `where`, `exclude` and the file.',
  },
  CS6010: {
    cause: 'A quote is not closed, so the rows after it cannot be separated.',
    fix: 'Close it; write a quote inside quotes twice.',
  },
  CS6011: { cause: 'Each line of a `.jsonl` file must be one JSON object.', fix: 'Correct the line.' },
  CS6012: {
    cause: 'Without a time zone, the recipient’s local time is unknown, so the recipient is skipped.',
    fix: 'Use IANA names.',
  },
  CS6013: {
    cause: 'Without that time, the 24 hours cannot be computed, so the recipient is skipped.',
    fix: 'Write a time with an offset, a local date-time, or seconds since 1970.',
  },
  CS6014: {
    cause: 'A spreadsheet stored the number as `2.34801E+12`; its last digits are lost.',
    fix: 'Format the column as text and export it again from the source.',
  },
  CS6015: {
    cause:
      'The time is later than both now and the start of the campaign, so it must be wrong. The recipient is skipped.',
    fix: 'Check the year, the offset, and whether the number is in milliseconds instead of seconds.',
  },
  CS6016: {
    cause: '`country` must be the two-letter ISO 3166-1 code of a country that has its own phone numbers.',
    fix: 'Write the code in capitals, such as `NG`, `IN` or `GB`.',
  },
  CS6017: {
    cause:
      'Some exports write `NULL`, `#N/A`, `nan` or `-` for an empty cell. A template uses it as a value, and people read “Hi NULL”.',
    fix: 'Clear these cells, and give the template a `default`. If it is a real value, such as a surname, ignore the warning.',
  },
  CS6018: {
    cause:
      'An `exclude` file lists people who must not be contacted. A row with an unreadable number excludes nobody, so that person would be contacted.',
    fix: 'Correct the numbers, or remove the rows. For numbers without a country code, set `country` in the audience.',
  },
  CS6019: {
    cause:
      'The file was compressed with gzip, and a part of it is missing or damaged. The people in that part would be left out.',
    fix: 'Copy the file again, or compress the list again.',
  },
  CS6020: {
    cause: 'A cell without a number, or without a date or time, cannot be compared with one, so its row is left out.',
    fix: 'Correct the cells, or compare texts with `oneOf`, `not` or `matches`.',
  },
  CS6021: {
    cause: 'A value, a pattern or a limit of `where` selects no row of the list. Often the value is misspelt.',
    fix: 'Use a value that the column has, or remove the condition.',
  },
  CS6022: { cause: 'What `callsheet forget` recorded is damaged, or its key is gone.', fix: 'Restore both files.' },
  ...sourceExplanations,
  ...contactExplanations,
};
