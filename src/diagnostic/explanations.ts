import type { DiagnosticCode } from './codes.ts';

/** Why a finding comes up, and how it is mended. `explain` and `docs/diagnostics.md` print both. */
export interface Explanation {
  readonly cause: string;
  readonly mend: string;
}

export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  CS1001: {
    cause:
      'The text breaks a rule of YAML: a bracket or a quote is not closed, or a line is indented unlike its neighbours.',
    mend: 'Mend the place that is shown. A step or an audience that cannot be read is left out of the other checks; of an error elsewhere nothing more is checked before it is mended.',
  },
  CS1002: {
    cause: '`{{` at the beginning of a value opens a map in a map for YAML, not a template.',
    mend: 'Put the whole text in quotes.',
  },
  CS1003: {
    cause: 'YAML indents with blanks; a tab is no indent.',
    mend: 'Replace the tab by blanks, and let the editor do so for `.yaml` files.',
  },
  CS1004: {
    cause: 'A map has the same key twice; which one would count is a matter of luck.',
    mend: 'Keep one, or put both values under it.',
  },
  CS1005: {
    cause:
      'Digits without quotes are a number to YAML: leading zeros and a `+` are lost, and a telephone number becomes arithmetic.',
    mend: 'Put the digits in quotes.',
  },
  CS1006: {
    cause: 'Campaign files are UTF-8, so that every letter means the same everywhere.',
    mend: 'Save the file as UTF-8.',
  },
  CS1007: {
    cause: 'With `%YAML 1.1`, `no` is false and `9:00` is 540. Campaigns are always YAML 1.2.',
    mend: 'Remove the directive.',
  },
  CS1008: {
    cause: '`---` starts another document, and a file holds one campaign.',
    mend: 'Put each campaign into a file of its own.',
  },
  CS1009: {
    cause: 'Aliases (`*name`) that repeat one another double the document with every line, or never end.',
    mend: 'Write fewer aliases; recipients belong into audience files.',
  },
  CS1010: {
    cause: '`*name` repeats what `&name` marked further up, and there is no such mark.',
    mend: 'Add the anchor above, or quote the text if no alias is meant.',
  },
  CS1011: {
    cause: 'In a text without quotes a ` #` starts a comment, so that what follows would never be sent.',
    mend: 'Put the text in quotes. If it is a comment, put a blank after the `#`.',
  },
  CS1012: {
    cause: 'In YAML 1.2 only `true` and `false` are truth values; `yes`, `no`, `on` and `off` are words.',
    mend: 'Write `true` or `false`.',
  },
  CS1013: {
    cause: 'Numbers beyond 9007199254740991 are rounded when they are read.',
    mend: 'Put the digits in quotes.',
  },
  CS1014: {
    cause: 'A campaign is a map: `campaign:`, `timezone:`, `steps:`.',
    mend: 'Start from an example in `campaigns/`.',
  },
  CS1015: {
    cause: 'A text that begins with `*`, `@`, `%` or a backtick, or has `: ` in it, is something else to YAML.',
    mend: 'Put the text in quotes, or write it as a block after `|`.',
  },
  CS1016: {
    cause:
      'A campaign has at most 2 MB and 50,000 values. Of its lists, what templates and settings read is kept in memory: at most 1 GB.',
    mend: 'Put recipients into an audience file. Split a list that is too large.',
  },
  CS1017: {
    cause: '`!name` gives a value a type that only some programs know.',
    mend: 'Remove the tag, or quote the text.',
  },
  CS1018: {
    cause: 'Maps and lists stand more than 64 deep in one another.',
    mend: 'Nothing in a campaign needs this; look for brackets that are not closed.',
  },
  CS1019: {
    cause: 'Only regular files are read. A folder has no text; a pipe or a device may never end.',
    mend: 'Name a file. Write to a file what a pipe would give.',
  },
  CS2001: {
    cause: 'The language is closed: a key that it does not know would silently do nothing.',
    mend: 'Take the suggestion, or begin the key with `x-` if it is a note.',
  },
  CS2002: { cause: 'Without this key the campaign would be guesswork.', mend: 'Add the key.' },
  CS2003: {
    cause: 'There is a map where text is meant, or text where a number is, or nothing at all.',
    mend: 'Write what is asked for; `explain` with the path of the key shows an example.',
  },
  CS2004: { cause: 'Only certain words may stand here.', mend: 'Take one of them.' },
  CS2005: {
    cause: '`uses` names one of the nine operations of the service.',
    mend: 'Take one of the nine; `explain whatsapp.send` tells what one does.',
  },
  CS2006: {
    cause: 'A number is too small or too large, or something that must hold something is empty.',
    mend: 'Stay within the limits that are named.',
  },
  CS2007: {
    cause: 'Times, durations, rates, dates and names have a form of their own.',
    mend: 'Write it as the example in the message does.',
  },
  CS3001: {
    cause: '`needs` names a step that is not in this file: misspelt, renamed, or removed.',
    mend: 'Take the suggestion, or remove the need.',
  },
  CS3002: {
    cause: 'Each of these steps waits for another of them, so that none would ever start.',
    mend: 'Remove one of the needs in the circle.',
  },
  CS3003: {
    cause: '`forEach` names an audience that is not declared under `audiences`.',
    mend: 'Take the suggestion, or declare the audience.',
  },
  CS3004: {
    cause: '`onlyIf` chooses recipients by how a step went for them; that step must exist, and be finished first.',
    mend: 'Name an existing step, and put it into `needs`.',
  },
  CS3005: {
    cause: '`onlyIf` compares recipient by recipient, so both steps must be over the same audience.',
    mend: 'Choose a step over the same audience.',
  },
  CS3006: {
    cause: 'Without the need, the step might start before there is an output.',
    mend: 'Add the other step to `needs`.',
  },
  CS3007: {
    cause:
      'Each operation gives certain outputs, and a step over recipients gives them to steps over the same recipients only.',
    mend: 'Use an output that the operation gives; `explain` with its id lists them.',
  },
  CS3008: {
    cause:
      'Templates read `recipient`, `vars`, `inputs`, `env`, `run`, `campaign` and `steps`, and of each only what is declared.',
    mend: 'Take the suggestion, or declare the name.',
  },
  CS3009: {
    cause: 'The header of the audience file has no such column.',
    mend: 'Take the suggestion, or add the column to the file.',
  },
  CS3010: {
    cause: 'A tag or an output is not closed, or something in it is not Liquid.',
    mend: 'Mend the place that is shown.',
  },
  CS3011: {
    cause:
      'Campaigns have a list of filters, all of them pure: default, upcase, downcase, capitalize, strip, lstrip, rstrip, append, prepend, remove, replace, truncate, truncatewords, slice, size, first, last, url_encode, newline_to_br, plus, minus, times, divided_by, modulo, round, floor, ceil, abs, at_least, at_most.',
    mend: 'Use one of these, or prepare the value in the audience file.',
  },
  CS3012: {
    cause:
      'Tags that read files, repeat or assign are not part of campaigns: what a template does is bounded by what is written.',
    mend: 'Use `if`, `unless`, `case`, `comment` or `raw`; or prepare the text in the audience file.',
  },
  CS3013: {
    cause:
      'Only the variables listed under `env` may be read, so that a campaign from elsewhere cannot send your secrets away.',
    mend: 'List the variable under `env`.',
  },
  CS3014: {
    cause: 'The variable is listed and used, but not set where the check runs. The run would need it.',
    mend: 'Set it before the run, in the environment or in the file of `--env-file`.',
  },
  CS3015: {
    cause: 'Inputs are declared in the campaign with a type; one without a default must be given.',
    mend: 'Give `--input name=value`, or a default.',
  },
  CS3016: {
    cause: 'Only a step with `forEach` has recipients; others are done once.',
    mend: 'Add `forEach`, or use `vars` or `inputs`.',
  },
  CS3017: {
    cause: 'What is declared and never used is often misspelt where it was meant to be used.',
    mend: 'Use it or remove it.',
  },
  CS3018: { cause: 'Paths are relative to the folder of the campaign file.', mend: 'Mend the path, or add the file.' },
  CS3019: {
    cause:
      'A campaign may only name files of the repository in which it lies, links followed: one from elsewhere cannot read your disk. For the same reason the campaign file itself must not be a link that leads out of its repository. Without a repository, the folder of the campaign counts.',
    mend: 'Put the file into the repository.',
  },
  CS3020: {
    cause:
      'Templates are filled in under `with` and `account` only. The path of an audio file must be written out: each file is checked, and is part of the plan, before anything is sent.',
    mend: 'Move the template there, or write the text out.',
  },
  CS3021: {
    cause: '`was` carries what is done over to a step’s new name; two steps cannot both have had it.',
    mend: 'Remove the `was` that is wrong.',
  },
  CS3022: {
    cause: 'A template may have 32,768 characters and 200 tags, and what it makes is bounded too.',
    mend: 'Make it smaller.',
  },
  CS3023: {
    cause: '`runs: on-failure` waits for a need to fail, and the step has none.',
    mend: 'Name with `needs` the steps that are watched.',
  },
  CS3024: {
    cause: 'The setting is read and changes nothing, which is rarely what was meant.',
    mend: 'Remove it, or add what it belongs to.',
  },
  CS3025: {
    cause:
      'Two of the files that are checked together reach the same people in the same hours, have the same id or task name, or ask for more together than one account gives.',
    mend: 'Move one in time, exclude the people of the other, or lower the rates. It is a warning: you may know better.',
  },
  CS3026: {
    cause:
      'A template stands in two pairs of braces. One pair, `${…}`, `%…%` or `[…]` is text: people would read it as it stands.',
    mend: 'Write it as the hint shows. A text that is meant so cannot be told apart; the finding is a warning.',
  },
  CS3027: {
    cause:
      'Who is left out (`exclude`), and who has been reached already, is known by the audience’s key. A number from elsewhere is reached all the same: one that is excluded, or one that several recipients share, once for each of them.',
    mend: 'Leave the field out, so that it is the key, or make the column with the numbers that are meant the audience’s `key`. It is a warning: you may know better.',
  },
  CS3028: {
    cause:
      'Variables whose names begin with `CALLSHEET_` are the settings of Callsheet: the address of the service, the key and the secret. A template with one would send it to everybody in the audience.',
    mend: 'Set a variable of another name, and list that one under `env`.',
  },
  CS4001: {
    cause:
      'The request breaks a rule of the service’s document for every recipient. The status is what it would answer.',
    mend: 'Mend the field; `explain` with the operation and the status tells more.',
  },
  CS4002: {
    cause:
      'With the values of these recipients the request breaks a rule of the service: a text grows too long, a number has too few digits, two of them have the same name where the service takes each once.',
    mend: 'Mend the rows that are shown, shorten the text, or leave the recipients out with `where` or `exclude`.',
  },
  CS4003: {
    cause: 'The service’s document names no such field; it would ignore it.',
    mend: 'Take the suggestion, or remove the field.',
  },
  CS4004: {
    cause:
      'The service takes a number here. A template keeps the type of its value only if it is one output and nothing else.',
    mend: 'Write the number without quotes, or one output alone.',
  },
  CS4005: { cause: 'The service takes .mp3, .m4a and .wav files that are not empty.', mend: 'Convert the recording.' },
  CS5001: {
    cause: 'Zones have IANA names. Abbreviations stand for several places, and offsets are wrong for half of the year.',
    mend: 'Name the zone by its place, such as `Africa/Lagos`, or `UTC`.',
  },
  CS5002: { cause: 'What ends before it starts never happens.', mend: 'Mend one of the two.' },
  CS5003: { cause: 'The calendar has no such day.', mend: 'Mend the date.' },
  CS5004: {
    cause: 'Nobody may be called or written to outside 09:00–20:00, nor outside the campaign’s own hours.',
    mend: 'Narrow the hours. A step that answers what the recipient asked for just now may say `purpose: transactional`.',
  },
  CS5005: {
    cause: 'No minute lies in this window and in the one around it, or `limits.guard` takes up the whole window.',
    mend: 'Mend the hours, the days or the guard.',
  },
  CS5006: {
    cause: 'Hours over midnight, and `always`, are for transactional steps alone.',
    mend: 'Say `purpose: transactional` if it is so, or keep to the day.',
  },
  CS5007: {
    cause:
      'The service calls within `allowSendTime`, whatever the campaign’s window says. What a template makes of it could be any hour.',
    mend: 'Narrow the period, or leave `allowSendTime` out: then it is made from the window.',
  },
  CS5008: {
    cause:
      'The zone stands once, at the top. A second one in a time would contradict it after the next change of the clocks.',
    mend: 'Remove the offset.',
  },
  CS5009: {
    cause: 'The service calls at `sendTime`, whatever the campaign’s window says.',
    mend: 'Choose a time in the window.',
  },
  CS5010: {
    cause:
      'The service accepts custom messages only within 24 hours after the recipient’s last message. Without that time nobody can be skipped in time.',
    mend: 'Name the column with `lastInbound`.',
  },
  CS5011: {
    cause: 'With `every` the question is asked until the answer is right, and nothing says when to give up.',
    mend: 'Say `until`, or give the campaign an `ends`.',
  },
  CS5101: {
    cause: 'The campaign would start late, all at once, on a day that nobody chose.',
    mend: 'Move `starts`, or run it with `--late`.',
  },
  CS5102: {
    cause: 'At this rate and in these hours the step is not done before its end; what is left then expires.',
    mend: 'The plan names the smallest change that would make it fit.',
  },
  CS5103: {
    cause: 'Counted by `costs`, the jobs that are left cost more than `limits.budget`.',
    mend: 'Raise the budget, or narrow the audience. The run halts when the budget is spent.',
  },
  CS5104: {
    cause: 'The window, or the needs, let the request leave only after the time for which it asks the service to call.',
    mend: 'Ask for a later `sendTime`, or leave it out.',
  },
  CS6001: {
    cause: 'In another encoding names come out wrong, without anybody noticing.',
    mend: 'Save the list as UTF-8; spreadsheets call it “CSV UTF-8”.',
  },
  CS6002: { cause: 'With another delimiter the whole line is one column.', mend: 'Export the list with commas.' },
  CS6003: { cause: 'Which of the two columns is meant cannot be known.', mend: 'Rename one.' },
  CS6004: {
    cause: 'A comma in a value without quotes makes two values of it, and shifts those after it.',
    mend: 'Put values with commas in quotes.',
  },
  CS6005: {
    cause: 'A recipient is a number: whoever stands in the list twice is contacted once, by the first row.',
    mend: 'Nothing has to be done; remove the repetition to be rid of the warning.',
  },
  CS6006: {
    cause:
      'A recipient is known by one number with its country code, 7 to 15 digits. `+` or `00` may come first, and blanks, hyphens or dots may divide it into groups; `+44 (0)20` loses its 0, and `2348012345678.0` its decimals. What could be another number is not guessed: two numbers in a cell, an extension, `/`, a dash, or a number without its country code where the audience names no `country`.',
    mend: 'Mend the rows, if these people are to be reached.',
  },
  CS6007: {
    cause: 'A template needs a value that these recipients do not have. They are skipped, at plan time.',
    mend: 'Add the values, or a `default` to the template.',
  },
  CS6008: {
    cause: 'The campaign names a column that the header of the file does not have.',
    mend: 'Take the suggestion.',
  },
  CS6009: { cause: 'No row is left, or there was none.', mend: 'Look at `where`, at `exclude`, and at the file.' },
  CS6010: {
    cause: 'A quote is open where it should be closed. From there on rows cannot be told apart.',
    mend: 'Close it; a quote inside quotes is written twice.',
  },
  CS6011: { cause: 'Each line of a `.jsonl` file is one JSON object.', mend: 'Mend the line.' },
  CS6012: {
    cause: 'Without a zone nobody knows what the clock says where the recipient is: they are skipped.',
    mend: 'Write IANA names.',
  },
  CS6013: {
    cause: 'Without that time the 24 hours cannot be counted: the recipient is skipped.',
    mend: 'Write an instant with an offset, a local date-time, or seconds since 1970.',
  },
  CS6014: {
    cause: 'A spreadsheet has stored the number as `2.34801E+12`; its last digits are lost.',
    mend: 'Format the column as text and export it again from the source.',
  },
  CS6015: {
    cause:
      'Nobody can have written at that instant yet, neither now nor when the campaign starts. A slip opens no session: the recipient is skipped.',
    mend: 'Look for another year, a missing offset, or milliseconds that were meant.',
  },
  CS6016: {
    cause: '`country` takes the two letters of ISO 3166-1 of a country that has telephone numbers of its own.',
    mend: 'Write them in capitals, such as `NG`, `IN` or `GB`.',
  },
  CS6017: {
    cause:
      'An export writes `NULL`, `#N/A`, `nan` or `-` for an empty cell. A template takes it for a value, and people read “Hi NULL”.',
    mend: 'Empty these cells, and give the template a `default`. If it is a value, such as a surname, nothing has to be done.',
  },
  CS6018: {
    cause:
      'An `exclude` file names people who are not to be contacted. A row whose number cannot be read leaves nobody out, and its owner would be contacted.',
    mend: 'Correct the numbers, or remove the rows. Numbers without a country code need `country` in the audience.',
  },
};
