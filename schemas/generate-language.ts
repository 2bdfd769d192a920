import { type SchemaPlace, schemaPlace } from '../src/campaign/schema/schema-paths.ts';
import { templateFilters } from '../src/campaign/template/filters.ts';
import { templateTags } from '../src/campaign/template/liquid-engine.ts';
import { operationIds, operations } from '../src/service/operations/operations.ts';
import type { GeneratedFile } from './generated-file.ts';

/** `docs/language.md`: every key of the campaign language, from the schema, and the rules that no schema can say. */
export function generateLanguage(): readonly GeneratedFile[] {
  const sections = [
    head,
    '## A campaign\n',
    table(''),
    ...[
      'window',
      'account',
      'costs',
      'limits',
      'limits.stopAfter',
      'limits.account',
      'on',
      'on.halted',
      'inputs.*',
      'audiences.*',
      'audiences.*.timezone',
      'audiences.*.lastInbound',
      'audiences.*.expect',
      'audiences.*.expect.rows',
      'contacts',
      'contacts.caps.*',
      'contacts.suppression.*',
      'contacts.consent.*',
    ].map(keyed),
    whereText(),
    '## Steps\n',
    stepsText,
    table('steps.*'),
    ...[
      'steps.*.forEach',
      'steps.*.forEach.onlyIf',
      'steps.*.forEach.between',
      'steps.*.forEach.between.haltIf',
      'steps.*.expect',
      'steps.*.expect.total',
    ].map(keyed),
    '## Operations\n',
    operationsText,
    operationTable(),
    rulesText,
  ];
  return [{ path: 'docs/language.md', content: sections.join('\n') }];
}

const head = `<!-- Made from schemas/campaign.schema.json by \`npm run generate\`. Do not edit. -->
# The campaign language

A campaign is one YAML 1.2 document. Editors that speak yaml-language-server complete and explain it when its first
line is

    # yaml-language-server: $schema=../schemas/campaign.schema.json

\`callsheet explain steps.*.forEach\` prints the same in the terminal. A key that is not listed is an error,
except keys that begin with \`x-\`, which are for notes and YAML anchors. Every finding has a code:
see [diagnostics.md](diagnostics.md).

Durations are \`90s\`, \`15m\`, \`2h\`, \`1d\`, several of them (\`1h30m\`), or ISO 8601 (\`PT2H\`); a day is 24 hours.
Rates are \`20/s\`, \`600/m\`, \`5000/h\`, \`20000/d\`, or \`1/6s\`. Times of day are \`"09:00"\`.
Local date-times are \`2026-11-23 09:00\`; a \`T\` may replace the blank, seconds are optional, and an offset is an error:
the zone is written once, at the top.
`;

const stepsText = `Each step is one named use of one operation, done once, or once per recipient of an audience. A step starts when its
\`needs\` have finished: a single job must have been accepted, a \`forEach\` step must have settled every recipient.
`;

const operationsText = `\`with\` holds the request, field for field as the service names it; \`callsheet explain otp.send\` lists the fields and their
limits. Some fields have default values:

- \`appId\`, \`businessPhone\` and \`smsAppId\` come from \`account\`. \`sms.backfill\` is about the SMS application:
  its \`appId\` is the account's \`smsAppId\`, or else its \`appId\`.
- \`channelType\` is 0. \`recipient\`, \`to\` and \`number\` are the recipient's number, as the list has it.
- \`orderId\` and \`taskName\` are made from campaign, run, step and recipient, so that the service
  recognizes a retry. An \`orderId\` whose template renders an empty text is made the same way.
- \`fileName\` of an upload is made from the file's name and content, and from campaign, run and step.
- \`allowSendTime\` is the window. \`time\` of a backfill is the start of the job, in milliseconds since 1970.
- \`current\`, \`size\` and \`params\` of a list are 1, 100 and nothing; without \`current\` all pages are read.
- \`file\` in \`audio.upload\` and \`baseFile\` in \`voice.redial\` are paths, written out (no template).
  The runner reads and encodes the file, if it is still the one that was checked.
`;

const rulesText = `## Templates

Templates are Liquid, in any text under \`with\`, \`account\` and the \`params\` of an audience. They read \`vars\`, \`inputs\`,
\`env\`, \`campaign.id\`, \`campaign.title\`, \`campaign.timezone\`; not in \`params\`, which are the same for all runs, \`run.id\`;
and under \`with\` alone \`recipient.<column>\`, and \`steps.<step>.<output>\` of steps that are needed.
Every reference is checked before anything is sent. If a text is only one \`{{ … }}\`, the result keeps the type of its
value. If the service takes a number, digits in a cell become one; if it takes a text, a number becomes its digits.
A \`jobId\` is sent to its last digit: beyond 9007199254740991 it is written in quotes, because YAML would round it.
An empty cell has no value: a template that needs it, without a \`default\`, skips the recipient.
A column whose name has a space is read as \`recipient['First Name']\`.

Tags: ${templateTags.map((tag) => `\`${tag}\``).join(', ')}. Filters:

${wrapped(templateFilters.map((name) => `\`${name}\``))}.

A cell is text, whatever the format of its list: the same rows give the same texts from CSV and from JSONL.
A number under \`vars\` or \`inputs\` is sent as it is written: \`49.50\` stays \`49.50\`.

- **Calculating** is exact: \`0.7\` times 3 is \`2.1\`. Digits in a cell are a number: with a sign, one point and an
  exponent or without, never with a comma or a currency. A cell that is not a number, such as \`1,200.50\`, skips the
  recipient, and \`check\` names its row; so does a division by zero.
  \`divided_by\` gives decimals, at most 10 of them (\`10\` by 3 is \`3.3333333333\`); \`divided_by: 3, true\` gives the
  whole number below. \`round\` rounds a half away from zero. Results have no zeros at the end: \`1.10\` plus 0 is \`1.1\`.
- **Comparing** with a number compares numbers: a cell \`10.0\` is \`== 10\`, also in \`when\`. \`<\`, \`<=\`, \`>\` and \`>=\`
  with a cell that is not a number skip the recipient, and so does \`== 1000\` with a cell \`1,000\`. Two texts are the same
  if they look the same, as in \`where\`, and \`contains\` finds what looks the same; a number in quotes is a text: \`== '007'\`.
  \`<\` and \`>\` order two cells as numbers if both are, and as texts if neither is; of a number and a text nobody knows
  the order, which skips the recipient. An empty cell is \`== ''\` and \`==\` another empty one; else it meets no
  comparison but \`!=\`.
- **A condition without a comparison**, \`{% if recipient.agreed %}\`, asks whether there is a value. Empty, and the word
  \`false\`, do not hold; all else does, \`no\` and \`0\` too, and \`check\` names the rows with such a word.
- **\`and\` before \`or\`** in one condition is an error: Liquid reads \`a and b or c\` as \`a and (b or c)\`. \`c or a and b\` is right.
- \`default\` replaces a value that is missing or empty; \`false\` and \`0\` are values. It may come after other filters,
  and name another column: \`{{ recipient.nickname | default: recipient.first_name }}\`.
- \`size\`, \`slice\`, \`first\`, \`last\` and \`truncate\` count characters as the service's limits do: an emoji is one, or
  several, but never half a one.

\`check\` also finds what people would read by mistake: an output that reads nothing (\`{{1}}\`) or prints true or false
(\`{{ a or b }}\`), a placeholder of another tool (\`{name}\`, \`%name%\`, \`*|FNAME|*\`), and \`\\n\` where it is not a new line.

Templates cannot read files, loop, assign, or know the time.

## Audiences

A CSV file has a header, and commas unless \`sep\` says otherwise. A JSONL file has one object per line. Both are UTF-8, or
UTF-16 with a byte order mark, unless \`encoding\` says otherwise.
A line that has only separators is skipped, as an empty one is.
Rows are read once, as a stream. A file that a program writes to meanwhile is refused: a row may be cut.
A gzip file is decompressed as it is read. If its end is missing, nobody in it is contacted.
The key is one number with its country code, 7 to 15 digits. Templates see only its digits.
A number that occurs twice is one recipient: the first row that \`where\` selects.
This holds for the older notations of Mexico, Argentina, Brazil and Benin, too ([contacts](contacts.md)).

A cell arrives as it is written: the numbers of JSON, too, \`1.10\` and \`90071992547409931\` to the last digit. A list
or an object in a JSON line has no text and counts as empty, as a cell of invisible characters does; a name twice with
two values is an error.

\`where\` selects rows by their cells; all conditions must hold. Blanks around a cell are removed.
Cells, values and names of columns are compared as people see them: \`é\` is \`é\` whether it is one character or two, and
invisible characters do not count. What is sent stays as it is in the list.
A number is compared as the list writes it; who must not be contacted belongs in a file of \`exclude\`, where a number may
be written in another way.

- Values, \`oneOf\` and \`not\` compare text, with upper and lower case. \`""\` is an empty cell.
- \`atLeast\` and \`atMost\` compare numbers: \`12\`, \`12.5\`, without a unit and without commas.
- \`before\` and \`after\` compare dates and times. A date in the campaign file is the whole day, in a cell it is the start
  of the day. A cell without an offset is in the campaign's zone; Unix time in seconds or milliseconds is read too.
- \`matches\` compares the whole cell with a pattern: \`*\` is any text, \`?\` one character; \`?*\` matches any text that is not empty.
- A cell that cannot be compared, such as an empty one with \`atLeast\`, meets no comparison, and its row is left out.

\`check\` finds columns whose cells are not numbers or times, and conditions that no row meets. \`plan\` counts the rows
that each condition leaves out, and those of \`exclude\`; \`why\` names what left a person out.

What a key cell may hold:

- Digits, with \`+\` or \`00\` before them or without. Blanks, hyphens or dots divide them into groups, and the second group
  may be in parentheses. After the area, and after a country code with its \`+\` or \`00\`, there may be a slash:
  \`0151/23456789\`, \`+49/151/23456789\`.
- \`+44 (0)20 …\` loses its 0 if the country drops it; for others (\`+39 (0)6\`) it is a finding.
- What exports add is removed: \`.0\`, \`="…"\`, an apostrophe, \`tel:\`, \`whatsapp:\`, invisible characters.
  Full-width, Arabic and Devanagari digits are digits.
- Everything else is a finding, and the row is left out: two numbers, another \`/\`, dashes, extensions,
  a short group at the end (\`… 0001-02\`), a calling code that no country has, and a number without its country code.

With \`country: NG\`, a number without \`+\` and \`00\` belongs to that country:
with its calling code, or as people dial it there, where it must be a valid number, today or in an older notation.
Numbers of other countries need \`+\` or \`00\`. The same holds for the \`exclude\` files, and for numbers on the command
line (\`why\`, \`reconcile\`, \`--only\`).

With \`country: { column: Country }\` the same holds for each row by itself: \`NG\`, \`ng\`, \`Nigeria\`, \`UK\`, and names in
other main languages of Europe and Asia, and in Arabic: \`Deutschland\`, \`España\`, \`日本\`. Where a cell is empty or names
no country, the number needs its country code.

Without \`country\`, a list in which a third of the numbers exist only with the code of the campaign's own country is an
error: the others may be numbers of other countries by accident (\`4795551234\` of Arkansas is also one of Norway). Set
\`country\`, or write \`+\` before numbers that have their country code.

\`check\` warns of what makes a list doubtful: numbers that their country does not have, cells with lines that look like
rows, garbled text (\`RenÃ©\`, \`&amp;\`) and placeholders (\`NULL\`, \`#N/A\`, \`{{ name }}\`) where a template would send them.
It also warns of people who said no in a column that the campaign does not read, such as \`Do not call\`, \`SMS consent\`, or
\`Status\` with \`unsubscribed\`, in any of some 30 languages. An answer there that is neither a yes nor a no, such as
\`ask first\`, is an error until \`where\` says what it means.

If the number in a row of an \`exclude\` file cannot be read, that is an error, and nothing is sent:
its owner would be contacted. In a row of the audience it is a warning, and plans, runs and reports count it.

### By whose clock

Hours are those of the recipient. By which clock they are judged:

1. by the cell of \`timezone: { column: tz }\`. An empty cell skips the recipient; with \`else: number\` the country of the
   number decides; with \`else: Africa/Lagos\` it means that zone. A cell that is not a zone skips the recipient, whatever
   \`else\` says;
2. by the one zone of \`timezone: { zone: Africa/Lagos }\`;
3. without \`timezone\`, by the country of the number. Where it has several times, **all of its zones must be open at
   once**: a number of the United States is contacted from 09:00 in Honolulu until 20:00 in New York, also by a campaign
   of New York.

Countries that share a calling code (+1, +7, +44) are distinguished by their numbers. Numbers of no country, such as +870,
and of the few countries whose zones are not known are judged by the campaign's zone, and \`check\` warns of them.
\`check\`, \`plan\` and \`report\` say how many people of each country are judged by which zone. \`check\` also warns of empty
cells, and of zones whose time applies nowhere in the country of the number.
Where a country with several zones is shown, such as \`US\`, its times are those of its zone that is farthest behind.

### When they last wrote

A cell of \`lastInbound\` is ISO 8601, or Unix time in seconds or milliseconds. Spreadsheets write other forms, which
\`format\` describes; a cell that says its offset, or is Unix time, is read beside these:

\`\`\`yaml
lastInbound: { column: last message, format: "DD/MM/YYYY HH:mm", zone: UTC }
\`\`\`

| in \`format\` | is |
|---|---|
| \`YYYY\`, or \`YY\` for 20YY | the year |
| \`MM\`, \`DD\`, \`HH\`, \`mm\`, \`ss\` | month, day, hour, minutes, seconds, with two digits |
| \`M\`, \`D\`, \`H\` | the same with one digit or two |
| \`hh\` or \`h\`, with \`A\` | the hour from 1 to 12, with AM or PM |
| \`T\`, and all but letters | itself; a blank is any number of blanks |
| any other letter | an error |

A time without an offset is in \`zone\`, or else in the campaign's zone: \`check\` says so, as databases often write UTC.

## Windows

The campaign's window narrows 09:00–20:00, a step's narrows the campaign's, a recipient's zone moves it.
Only a step with \`purpose: transactional\` may have hours of its own, also over midnight, or \`window: always\`.
Windows are half-open: a job may start at \`open\` and no longer at \`close\`.
`;

/** A list of words in lines of at most 120 characters. */
function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || `${line}, ${word},`.length > 120) lines.push(word);
    else lines[lines.length - 1] = `${line}, ${word}`;
  }
  return lines.join(',\n');
}

function keyed(path: string): string {
  const place = schemaPlace(path) as SchemaPlace;
  return `### ${path}\n\n${place.description}\n\n${table(path)}${examples(path, place)}`;
}

/** The columns have names of the list's own, and each the same keys. */
function whereText(): string {
  const path = 'audiences.*.where';
  const place = schemaPlace(path) as SchemaPlace;
  return `### ${path}\n\n${place.description}\n\n${table(`${path}.*`)}${examples(path, place)}`;
}

function table(path: string): string {
  const place = schemaPlace(path) as SchemaPlace;
  const rows = place.keys.map(({ name, description, required }) => {
    const below = schemaPlace(path === '' ? name : `${path}.${name}`) as SchemaPlace;
    // What holds for the whole map is said of it, where it is a key itself.
    const isOfMap = below.operations.join() === place.operations.join();
    const only =
      isOfMap || below.operations.length === 0 || !path.startsWith('steps')
        ? ''
        : ` Only in ${below.operations.map((id) => `\`${id}\``).join(', ')}.`;
    const words = name === 'uses' ? 'One of the operations below.' : description;
    const example = name === 'uses' || below.examples.length === 0 ? '' : `\`${inline(below.examples[0])}\``;
    return `| \`${name}\`${required ? ' (required)' : ''} | ${cell(words + (name === 'with' ? '' : only))} | ${cell(example)} |`;
  });
  return `| key | meaning | for instance |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function examples(path: string, place: SchemaPlace): string {
  if (place.examples.length === 0 || path.endsWith('*')) return '';
  return `\n\`\`\`yaml\n${place.examples.map((example) => `${place.name}: ${inline(example)}\n`).join('')}\`\`\`\n`;
}

function operationTable(): string {
  const rows = operationIds.map((id) => {
    const outputs = Object.keys(operations[id].outputs).map((name) => `\`${name}\``);
    return `| \`${id}\` | ${cell(operations[id].does)} | ${outputs.join(', ') || 'nothing'} |`;
  });
  return `| operation | what it does | gives |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${key}: ${inline(item)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' && !/^[A-Za-z][\w./-]*$/.test(value) ? JSON.stringify(value) : String(value);
}
