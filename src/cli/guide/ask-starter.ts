import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type Console, interrupted } from '../../platform/ports.ts';
import { isZone, nearestZone } from '../../time/time-zone.ts';
import type { Given } from '../program.ts';
import type { UnusableList } from './read-starter-list.ts';
import { columnOf, type StarterChoice, type StarterKind, type StarterList, starterKinds } from './starter-campaign.ts';

/** What `init` was given, or was answered. */
type StarterAnswers = Omit<Given<'init'>, 'folder'>;

/**
 * Asks at a terminal for what the command line has left open: what is sent, to which people, in which zone. Without a terminal
 * each question has its usual answer. Undefined where somebody gave up.
 */
export async function askStarter(
  given: StarterAnswers,
  console: Console,
  readList: ReadList,
  own = '',
): Promise<StarterChoice | 'example' | { readonly problem: string } | undefined> {
  const usual = Object.keys(given).length === 0 ? 'example' : 'whatsapp';
  const kind = given.kind ?? (await ask(console, kindQuestion, { preset: 'whatsapp', unasked: usual, read: readKind }));
  if (kind === undefined) return undefined;
  const unused = Object.keys(given).find((name) => !meaningful[kind].includes(name));
  if (unused !== undefined) return { problem: `--${unused} has no meaning with --kind ${kind}` };
  if (kind === 'example') return 'example';
  const subject =
    kind === 'call' ? await askTask(given, console) : await askList({ ...given, kind }, console, readList);
  if (subject === undefined || 'problem' in subject) return subject;
  if (given.timezone !== undefined) {
    const zone = readZone(given.timezone);
    return 'problem' in zone ? zone : { kind, ...subject, timezone: zone.value };
  }
  // Where TZ is empty, `UTC0` or `:/etc/localtime`, Node knows none: another one's hours would not be theirs.
  const zone = isZone(own) ? own : '';
  const question = `Which time zone? ${zone === '' ? '' : `[${zone}] `}`;
  const timezone = await ask(console, question, { preset: zone, read: readZone });
  if (timezone === undefined) return zone === '' ? { problem: noZone } : undefined;
  return { kind, ...subject, timezone };
}

/** A list that the answer names, with the numbers in the column `chosen`, or why it cannot be used. */
export type ReadList = (answer: string, chosen?: string) => Promise<{ readonly value: StarterList } | UnusableList>;

const meaningful: Readonly<Record<StarterKind, readonly string[]>> = {
  whatsapp: ['kind', 'list', 'key', 'timezone'],
  code: ['kind', 'list', 'key', 'timezone'],
  call: ['kind', 'task', 'timezone'],
  example: ['kind'],
};

async function askTask({ task }: StarterAnswers, console: Console): Promise<{ readonly task: number } | undefined> {
  const answer = task ?? (await ask(console, taskQuestion, { preset: '1001', read: readTask }));
  return answer === undefined ? undefined : { task: answer };
}

async function askList(
  given: StarterAnswers,
  console: Console,
  readList: ReadList,
): Promise<{ readonly list?: StarterList } | { readonly problem: string } | undefined> {
  if (given.key !== undefined && given.list === undefined) return { problem: '--key names a column of --list' };
  const read = async (answer: string): Promise<Read<{ readonly list?: StarterList }>> => {
    if (answer === '') return { value: {} };
    const first = await readList(answer, given.key);
    const column = 'problem' in first ? await askColumn(first, console) : undefined;
    const list = column === undefined ? first : await readList(answer, column);
    return 'problem' in list ? list : { value: { list: list.value } };
  };
  const answer =
    given.list === undefined
      ? { value: await ask(console, listQuestion, { preset: '', read }) }
      : await read(given.list);
  if ('problem' in answer) return answer;
  const { list } = answer.value ?? {};
  return list === undefined ? answer.value : withFormat(list, given.kind, console);
}

/** Which of several columns with numbers is meant: only a person knows. */
async function askColumn({ problem, columns = [] }: UnusableList, console: Console): Promise<string | undefined> {
  if (columns.length < 2) return undefined;
  const choices = columns.map((column, index) => `  ${index + 1}  ${visibleLine(column)}\n`).join('');
  return ask(console, `Which column has the numbers?\n${choices}Type 1 to ${columns.length} `, {
    preset: '',
    read(answer): Read<string> {
      const column = columns[Number(answer) - 1];
      return column === undefined ? { problem } : { value: column };
    },
  });
}

/** Whether 3/4/2026 is in April or in March: only a person knows. Without a terminal it is the day that comes first. */
async function withFormat(
  list: StarterList,
  kind: StarterKind | undefined,
  console: Console,
): Promise<{ readonly list: StarterList } | undefined> {
  const [first, other] = list.formats;
  if (kind !== 'whatsapp' || first === undefined || other === undefined) return { list };
  const question = `How are the times in ${columnOf(list.lastInbound)} written?\n  1  ${first}\n  2  ${other}\nType 1 or 2 [1] `;
  return ask(console, question, {
    preset: '1',
    unasked: '',
    read: (answer): Read<{ readonly list: StarterList }> => {
      if (answer === '') return { value: { list } };
      const format = { '1': first, '2': other }[answer];
      if (format === undefined) return { problem: `${answer} is not one of the choices` };
      return { value: { list: { ...list, formats: [format] } } };
    },
  });
}

interface Question<Value> {
  readonly preset: string;
  /** The answer where there is no terminal. */
  readonly unasked?: string;
  read(answer: string): Read<Value> | Promise<Read<Value>>;
}

type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** Repeats a question until there is an answer that can be used; Enter alone means `preset`. */
async function ask<Value>(
  console: Console,
  question: string,
  { preset, unasked = preset, read }: Question<Value>,
): Promise<Value | undefined> {
  for (;;) {
    const answer = await console.ask(question);
    if (answer === interrupted) return undefined;
    const answered = await read(answer === undefined ? unasked : answer.trim() || preset);
    if ('value' in answered) return answered.value;
    if (answer === undefined) return undefined;
    console.err(`${answered.problem}.\n`);
  }
}

const kindQuestion = `What does your first campaign do?
  1  send a WhatsApp message to each person in a list
  2  send a verification code to each person in a list
  3  call a voice group call task again
  4  all of it: an example with comments
Type 1 to 4 [1] `;

const taskQuestion = 'Which group call task? (its id) [1001, in the sandbox] ';
const listQuestion = 'Which list? (CSV file with a column of phone numbers) [three made-up people] ';

function readKind(answer: string): Read<StarterKind> {
  const kind = starterKinds.find((name, index) => answer === name || answer === String(index + 1));
  return kind === undefined ? { problem: `${answer} is not one of the choices` } : { value: kind };
}

function readTask(answer: string): Read<number> {
  return /^\d{1,15}$/.test(answer) ? { value: Number(answer) } : { problem: 'The id of a task is a whole number' };
}

const noZone = 'The time zone of this machine is not known: name one with --timezone, such as Africa/Lagos';

function readZone(answer: string): Read<string> {
  if (isZone(answer)) return { value: answer };
  const nearest = nearestZone(answer);
  const meant = nearest === undefined ? 'such as Africa/Lagos' : `perhaps ${nearest}`;
  return { problem: `There is no time zone ${answer}; use the name of a place, ${meant}` };
}
