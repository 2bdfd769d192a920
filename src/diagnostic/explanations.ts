import type { DiagnosticCode } from './codes.ts';
import { type Explanation, textExplanations } from './text-explanations.ts';

/** And of the service's rules (CS4), of time (CS5), of audiences and their sources (CS6). */
export const explanations: Readonly<Record<DiagnosticCode, Explanation>> = {
  ...textExplanations,
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
  CS4006: {
    cause:
      'The first bytes of an MP3, M4A or WAV file say what it is. This file holds something else: a pointer that Git LFS leaves in place of the file, a web page that was saved by mistake, or a format that the service does not take. Everybody who is called would hear nothing.',
    fix: 'Put the recording itself in its place; for a pointer, `git lfs pull` does that.',
  },
  CS4007: {
    cause: 'The suffix and the content are different formats, and nobody knows which of them the service uses.',
    fix: 'Give the file the suffix of its content, or convert it.',
  },
  CS4008: {
    cause:
      'The header of the WAV file says that there is more sound than the file holds, or the file holds none: it was not copied or exported to its end.',
    fix: 'Copy or export the recording again.',
  },
  CS4009: {
    cause:
      'The service’s document allows this, but public documents of the same API, under other names, say that it is wrong, or that it has no effect. The service may refuse it, or do something else than you expect.',
    fix: 'Change the field as those documents have it, unless you know that your service takes it.',
  },
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
    cause:
      'The service calls at `sendTime`, whatever the window, the `ends` of the campaign and the `until` of the step say. What another step gives, or a run is called, could be any time.',
    fix: 'Choose a time in the window, and before `ends`.',
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
  CS5012: {
    cause:
      'An audience has one zone for all, or a column with the zone of each. `else` is only for empty cells of a column.',
    fix: 'Keep `column`, with or without `else`; or keep `zone`.',
  },
  CS5013: {
    cause: 'A format has a year, a month, a day, an hour and minutes, in the order in which the cells have them.',
    fix: 'Write it as in `DD/MM/YYYY HH:mm` or `M/D/YYYY h:mm A`.',
  },
  CS5014: {
    cause: 'Without the calendar, every day of that year counts as a holiday, so nothing would start.',
    fix: 'Make the calendar with `callsheet calendar COUNTRY YEAR > holidays/COUNTRY-YEAR.yaml`, read it, and commit it.',
  },
  CS5015: {
    cause: 'A calendar has one line a day: the date, and what is celebrated.',
    fix: 'Write it as in `2026-12-25: Christmas Day`.',
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
  CS5105: {
    cause: 'The lists are empty, or every job for a person is skipped or would expire.',
    fix: 'Fix the reason that the plan gives beside each step: a list, a condition, a last message, a window.',
  },
  CS5106: {
    cause:
      'A step is known by its name. Under a new name nothing is recorded of it, so everybody would get its message again. The old name may be gone, or belong to a step with another message now.',
    fix: 'Write `was: OLD-NAME` under the step if it is the same one; a new step that has the old name now needs another one. If it is another message, use `run --accept-edits`.',
  },
  CS5107: {
    cause: 'What has no price under `costs` counts as free, so the plan’s cost and `limits.budget` leave it out.',
    fix: 'Add the price of the operation to `costs`; write 0 if it costs nothing.',
  },
  CS6001: {
    cause:
      'The same bytes are other letters in another encoding, so names would be garbled. Callsheet does not guess the encoding. It reads UTF-8, and UTF-16 with a byte order mark, which Excel calls “Unicode Text”.',
    fix: 'Save the list as UTF-8; spreadsheets call it “CSV UTF-8”. Or set `encoding` in the audience: plain CSV of Excel is `windows-1252` in Western Europe, `windows-1250` in Central Europe and `windows-1251` in Russia.',
  },
  CS6002: { cause: 'With another delimiter, the whole line becomes one column.', fix: 'Export the list with commas.' },
  CS6003: { cause: 'A reference to the column would be ambiguous.', fix: 'Rename one of them.' },
  CS6004: {
    cause:
      'A comma in a value without quotes splits it into two values and shifts the rest of the row. A row with too few may lack commas at its end, or be a note below the list.',
    fix: 'Put values with commas in quotes, add commas that are missing, and remove notes.',
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
      'The time is later than both now and the start of the campaign, so it is likely to be wrong. The recipient is skipped where their turn comes before that time.',
    fix: 'Check the year, the offset, whether the number is in milliseconds instead of seconds, and the order of day and month in `format`.',
  },
  CS6016: {
    cause: '`country` must be the two-letter ISO 3166-1 code of a country that has its own phone numbers.',
    fix: 'Write the code in capitals, such as `NG`, `IN` or `GB`.',
  },
  CS6017: {
    cause:
      'Some exports write `NULL`, `#N/A`, `nan` or `-` for an empty cell. A template uses it as a value, and people read “Hi NULL”. They read `{{ first_name }}` in a cell, too: templates are not rendered there.',
    fix: 'Clear these cells, and give the template a `default`. If it is a real value, such as a surname, ignore the warning.',
  },
  CS6018: {
    cause:
      'An `exclude` file lists people who must not be contacted. A row with an unreadable number excludes nobody, so that person would be contacted. So does a number without its country code, or without the column that names its country, where it is also a number of another country.',
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
    cause:
      'A value, a pattern or a limit of `where` selects no row of the list, or in a step no recipient of its audience. Often the value is misspelt.',
    fix: 'Use a value that the column has, or remove the condition.',
  },
  CS6023: {
    cause:
      'A value of `where` is compared as it is written, and rows of the list have it in capitals or small letters: they have another value. `not` does not leave them out, and else they are not selected.',
    fix: 'Name each spelling in the condition, or write the cells alike.',
  },
  CS6022: { cause: 'What `callsheet forget` recorded is damaged, or its key is gone.', fix: 'Restore both files.' },
  CS6040: {
    cause: 'A cell is a text, a number or a truth value. A list or an object has no text, so the cell counts as empty.',
    fix: 'Write each value on the first level of the line, under a name of its own.',
  },
  CS6041: {
    cause:
      'Between two quotes, line ends and commas belong to the cell. A missing or extra quote turns several rows into one cell, and their people are left out. In a file of `exclude` this is an error: they would be contacted.',
    fix: 'Find the quote in the first line of the cell, and write it twice, close it or remove it.',
  },
  CS6042: {
    cause:
      'The list, or a text of the campaign, was garbled before: `Ã©` was `é` in UTF-8 and was read in another encoding, `�` was a letter that is lost, `&amp;` is HTML, and `="007"` a formula of a spreadsheet. People would read “Hi RenÃ©”.',
    fix: 'Export the list again from its source as UTF-8, or correct these cells. In the campaign, write the letters themselves.',
  },
  CS6043: {
    cause:
      'According to libphonenumber, no number of that country has this length or begins like this. You would pay for a message that reaches nobody, or somebody else. In an `exclude` file the right number is missing, so its owner would be contacted. Countries change their numbers: Ivory Coast has ten digits since 2021, Benin since 2024.',
    fix: 'Correct the numbers. If they are right, ignore the warning.',
  },
  CS6044: {
    cause:
      'A column of JSON or an array has several values in one cell, such as `{"first":"Ada"}`; as it is, people would read the brackets.',
    fix: 'Select the value that is meant in the query, or write it into a column of its own.',
  },
  CS6045: {
    cause:
      'A number tells only its country. In a country with several time zones, a message leaves only while the hours are open in all of them; where the hours are too short for that, it never leaves.',
    fix: 'Name the zone of each recipient in a column, `timezone: { column: … }`, or give the campaign and the step more hours.',
  },
  CS6046: {
    cause:
      'At least a third of the numbers do not exist as they are written, and would exist with the code of the country in whose time zone the campaign is. Then the others, which do exist, probably lack it, too: `4795551234` of Arkansas is read as a number of Norway, and somebody there would get the message.',
    fix: 'Set `country`, or `country: { column: … }`, and write `+` before numbers of other countries. If all numbers have their country codes, write `+` before them.',
  },
  CS6047: {
    cause:
      'The heading of a column says that it has who wants no messages, or who wants them, such as `Do not call`, `Opted out` or `SMS consent`. A step that contacts these people does not read it, so people are contacted who said no. Or `where` names cells to leave out, and not all that are a no, such as `sim` where the list has `Sim` or `s`. Or a cell says neither yes nor no, such as `ask first`: it may be a no, so the campaign does not start. Or a source has such a column, and `columns` does not. Or somebody has several rows, and said no in one that is left out: often they opted out later, and a row was added.',
    fix: 'Set `where` of the audience, or of each step, to the cells of those who may be contacted. If the column means something else, write `{ matches: "*" }` there. Who said no in another row is left out by an `exclude` file with the number, or by a correct list.',
  },
  CS6050: {
    cause:
      'The hours of a recipient are judged by the country of the number. A number such as +870 belongs to no country, and the time zone data lacks a few countries.',
    fix: 'Check the numbers. If they are right, name the zone of the audience, or a column with the zone of each.',
  },
  CS6051: {
    cause:
      'The hours of a recipient are judged by the zone in the list. If it is wrong, they are contacted at night. `Etc/GMT+3` is three hours behind Greenwich, not ahead.',
    fix: 'Correct the zones. If these people live in another country than that of their number, ignore the warning.',
  },
  CS6052: {
    cause: 'Without a time zone, the recipient’s local time is unknown, so the recipient is skipped.',
    fix: 'Fill the cells, or set `else: number`, which takes the zones of the number’s country, or `else: Africa/Lagos`.',
  },
  CS6053: {
    cause:
      'A time without an offset is read in the campaign’s zone. Databases and exports often write UTC: then the 24 hours of a WhatsApp session are counted from the wrong time.',
    fix: 'Set `lastInbound: { column: …, zone: UTC }`, or the zone in which the times were written.',
  },
  CS6054: {
    cause: 'Numbers of these rows are read as if they had a country code, because nobody knows their country.',
    fix: 'Write two letters of ISO 3166, such as `NG`, or the name, such as `Nigeria`.',
  },
  CS6075: {
    cause:
      'A filter such as `plus` or a comparison such as `> 10` needs a number, and these cells have something else, such as `1,200.50` or `€50`. Callsheet does not guess: these recipients are skipped.',
    fix: "Write digits, with a point before decimals and nothing else. To compare texts, put the other side in quotes: `== '10'`.",
  },
  CS6076: {
    cause:
      'Some exports write a new line in a cell as `\\n`. A CSV file has no escapes, so people would read a backslash and an “n”.',
    fix: 'Write the character itself; a cell with several lines needs double quotes around it.',
  },
  CS6077: {
    cause:
      '`{% if recipient.agreed %}` asks whether there is a value. A cell `false` does not hold, as in JSON; any other word does, `no`, `0` and `FALSE` too.',
    fix: "Compare the cell: `{% if recipient.agreed == 'yes' %}`.",
  },
  CS6030: {
    cause:
      'An audience comes from one place: a `file`, a statement (`sql`), an address (`http`) or a program (`command`). Each needs its own keys, and has no use for those of the others.',
    fix: 'Add the key that is missing, or remove the one that does not belong there. `callsheet explain audiences.*` lists them.',
  },
  CS6031: {
    cause:
      'The file of `sql` must hold one SELECT, with names such as `:tier` for its parameters. A template inside it would let a value become a part of the statement.',
    fix: 'Write one SELECT, and give each parameter its value under `params`.',
  },
  CS6032: {
    cause:
      'The rows of this audience live elsewhere. They are read into a snapshot by `snapshot`, `plan` and `run`; other commands only look at what was read.',
    fix: 'Run `callsheet snapshot FILE`.',
  },
  CS6033: {
    cause:
      'The source did not answer, refused the statement, took too long, or ended before its last row. What was read of it is not used, and nothing is sent.',
    fix: 'Follow the hint; then read it again with `callsheet snapshot FILE`.',
  },
  CS6034: {
    cause:
      '`columns` says which columns a source has and of which type each is. A campaign is checked by that, so a source must keep to it: a renamed column or another type would change what people receive.',
    fix: 'Correct `columns`, or the statement that selects them.',
  },
  CS6035: {
    cause:
      'The number tells one person from another. If two rows have the same one it is unclear which of them counts; if numbers have lost their country code or their last digits, other people would be contacted.',
    fix: 'Let the source give one row for each person, with the whole number; or set the `country` of the audience.',
  },
  CS6036: {
    cause:
      'A source that suddenly gives fewer, more or other people is more often broken than right. `expect` says how much is normal; an empty source is refused unless `expect` allows it. The last snapshot stays.',
    fix: 'Look at the source. If the rows are right, change `expect`, or accept the change once with `callsheet snapshot --accept-change`.',
  },
  CS6037: {
    cause:
      'No row has a usable number: usually the rows are an error message, or the numbers are in another column. An empty snapshot would replace the last one.',
    fix: 'Look at what the source gives, and at the `key` of the audience. A source that has nobody for now gives no rows; `expect: { rows: { atLeast: 0 } }` allows it.',
  },
};
