import { type AudienceProblem, createTally, tallied } from './audience-problem.ts';
import { columnIndex } from './comparable.ts';
import { type ConsentKind, consentKind, isOfAnother, isTime, mayContact } from './consent-words.ts';
import type { Fields } from './list-format.ts';
import { createKeyTable, type KeyTable } from './list-memory.ts';
import type { SaidNo } from './roster.ts';
import type { Scalar } from './scalar.ts';
import { cellTest, onlyLeavesOut, type Where } from './where.ts';

/** A step that contacts the recipients, and the columns that it reads, or that decide whom it contacts. */
export interface ContactingStep {
  readonly step: string;
  readonly reads: readonly string[];
  /** What a recipient's cells must be, in columns that are not among these, either. */
  readonly where: Where;
}

/** Counts recipients whom a list says not to contact: in columns that a step does not read, or in rows that are left out. */
export function createConsentCounts(contacting: readonly ContactingStep[]) {
  let columns: Column[] = [];
  let header: readonly string[] = [];
  let known = 0;
  return {
    /** A list of JSON that goes on gives its names again, with further ones at the end: what was counted stays. */
    onHeader: (names: readonly string[], key: number): void => {
      if (contacting.length === 0) return;
      if (names !== header) [header, columns, known] = [names, [], 0];
      for (; known < names.length; known++) {
        const [name, at] = [names[known]!, known];
        const kind = at === key ? undefined : consentKind(name);
        if (kind === undefined) continue;
        columns.push(columnOf({ name, at, kind }, contacting, header));
      }
    },
    addRecipient: (key: number, fields: Fields, line: number): void => {
      for (const column of columns) {
        const cell = fields(column.at);
        const may = column.may(cell);
        if (saysNo(may, cell)) refuse(column, key, ofRecipient);
        if (isLeftOut(column, cell)) continue;
        if (may === undefined && column.kind !== 'status' && !isOfAnother(String(cell))) {
          column.unclear.tally.add(line);
          if (column.unclear.words.size < wordsMost) column.unclear.words.add(String(cell).trim());
        }
        // Of a column that every step reads, those who said no in so many words: what became of the others, the steps decide.
        if (!column.isUnread && !saysNo(may, cell)) continue;
        if (may === false) column.against.add(line);
        if (may !== undefined) addAnswer(may ? column.seen.yes : column.seen.no, String(cell ?? '').trim());
      }
    },
    /** A row that is left out, of somebody who may have another. */
    addOtherRow: (key: number, fields: Fields, line: number): void => {
      for (const column of columns) {
        const cell = fields(column.at);
        if (saysNo(column.may(cell), cell)) refuse(column, key, line);
      }
    },
    bytes: () => columns.reduce((sum, { refused }) => sum + refused.keys.size * refusedBytes, 0),
    problems: (recipients: KeyTable): AudienceProblem[] =>
      columns.flatMap((column) => {
        const { isUnread, leavingOut } = column;
        return [
          ...(isUnread ? unreadProblem(column) : leavingOut.length > 0 ? keptProblem(column) : []),
          ...(isUnread || leavingOut.length > 0 ? unclearProblem(column) : []),
          ...otherRowProblem(column, recipients),
        ];
      }),
  };
}

const wordsMost = 10;
const answersMost = 100;

/** Which of the problems with a list are people who said no. */
export function saidNoIn(problems: readonly AudienceProblem[]): SaidNo[] {
  return problems.flatMap(({ kind, column, count, steps }) =>
    column !== undefined &&
    (kind === 'optedOut' || kind === 'notOptedIn' || kind === 'otherRowOptedOut' || kind === 'keptByWhere')
      ? [{ kind, column, count, ...(steps && { steps }) }]
      : [],
  );
}

function unreadProblem(column: Column): AudienceProblem[] {
  const { kind, seen, steps, name, against } = column;
  // A column of who wants messages that is empty throughout says nothing.
  if (kind === 'optIn' && seen.yes.size === 0 && [...seen.no].every((cell) => cell === '')) return [];
  const answers = { yes: [...seen.yes], no: [...seen.no] };
  return tallied(kind === 'optIn' ? 'notOptedIn' : 'optedOut', against, { column: name, answers, ...steps });
}

/** By every step. */
function isLeftOut({ isUnread, leavingOut }: Column, cell: Scalar | undefined): boolean {
  return !isUnread && leavingOut.length > 0 && !leavingOut.some((tests) => tests.every((test) => test(cell) === true));
}

function keptProblem({ name, against, seen, leftOut, steps }: Column): AudienceProblem[] {
  const answers = { yes: [...seen.yes], no: [...new Set([...leftOut, ...seen.no])] };
  return tallied('keptByWhere', against, { column: name, answers, ...steps });
}

/** An answer that nobody understands may be a no. In a column of who agreed, it may also say how, if nothing there is a yes or a no. */
function unclearProblem({ name, kind, unclear, seen, leftOut, steps }: Column): AudienceProblem[] {
  const isOfAnswers = kind === 'optOut' || [...seen.yes, ...seen.no].some((cell) => cell !== '');
  const answers = { yes: [], no: [...new Set([...leftOut, ...unclear.words])] };
  return tallied(isOfAnswers ? 'unclearAnswer' : 'unclearText', unclear.tally, { column: name, answers, ...steps });
}

/** Each way in which an answer is written; of times, which differ in every row, only the first. */
function addAnswer(seen: Set<string>, cell: string): void {
  if (!isTime(cell) || ![...seen].some(isTime)) seen.add(cell);
}

function otherRowProblem({ name, refused: { keys, lines } }: Column, recipients: KeyTable): AudienceProblem[] {
  const found = createTally();
  for (let index = 0; index < keys.size; index++) {
    const line = lines[index]!;
    if (line !== ofRecipient && recipients.indexOf(keys.at(index)) !== undefined) found.add(line);
  }
  return tallied('otherRowOptedOut', found, { column: name });
}

/** An empty cell is not a yes, and not a no that takes back a yes elsewhere. */
function saysNo(may: boolean | undefined, cell: Scalar | undefined): boolean {
  return may === false && String(cell ?? '').trim() !== '';
}

function refuse({ refused: { keys, lines } }: Column, key: number, line: number): void {
  const index = keys.add(key);
  if (index >= 0) lines[index] = line;
  else if (line === ofRecipient) lines[~index] = line;
}

/** In the place of a line: the recipient's own row says no, and is counted as such, or every step reads it. */
const ofRecipient = 0;
/** Of the number, its place in the table, the line. */
const refusedBytes = 24;

type Column = ReturnType<typeof columnOf>;

function columnOf(
  found: { readonly name: string; readonly at: number; readonly kind: ConsentKind },
  contacting: readonly ContactingStep[],
  header: readonly string[],
) {
  const isIt = (one: string): boolean => columnIndex(header, one) === found.at;
  const others = contacting
    .filter(({ reads }) => !reads.some(isIt))
    .map(({ step, where }) => ({ step, own: Object.entries(where).find(([one]) => isIt(one))?.[1] ?? [] }));
  const unreadBy = others.filter(({ own }) => own.length === 0);
  const leavingOut = others.filter(({ own }) => own.length > 0 && own.every(onlyLeavesOut));
  const named = (unreadBy.length === 0 ? leavingOut : unreadBy).map(({ step }) => step);
  const lines: number[] = [];
  const answers = new Map<Scalar | undefined, boolean | undefined>();
  return {
    ...found,
    /** As `mayContact`: most columns have few answers. */
    may(cell: Scalar | undefined): boolean | undefined {
      if (answers.has(cell)) return answers.get(cell);
      const may = mayContact(found.kind, cell, found.name);
      if (answers.size < answersMost) answers.set(cell, may);
      return may;
    },
    /** By a step that contacts people. */
    isUnread: unreadBy.length > 0,
    /** Of each step that only says which of its cells it leaves out; and what all of these name. */
    leavingOut: leavingOut.map(({ own }) => own.map(cellTest)),
    leftOut: leavingOut.flatMap(({ own }) => own.flatMap((one) => (one.kind === 'not' ? one.values : []))),
    /** Those of both kinds that are at fault, where others are not. */
    steps: named.length < contacting.length ? { steps: named } : {},
    against: createTally(),
    /** The cells of those who may be contacted, and of those who may not. */
    seen: { yes: new Set<string>(), no: new Set<string>() },
    /** Cells that are neither. */
    unclear: { tally: createTally(), words: new Set<string>() },
    /** Numbers with a row that says no, and the first such line of each. */
    refused: { keys: createKeyTable(), lines },
  };
}
