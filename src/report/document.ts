import type { ChangedText } from '../plan/difference/plan-difference.ts';
import type { Segment, ZoneLane } from '../plan/plan.ts';
import type { Instant } from '../platform/ports.ts';
import type { Message } from '../service/operations/definition/message.ts';

/**
 * What is shown, as a value: terminal, Markdown and page are three renderings of it. A page and a comment begin with the
 * conclusion; a terminal ends with it, because its last lines are the ones that people see.
 */
export interface Document {
  /** What it is about: the title of a campaign, as it is written there. */
  readonly title: string;
  /** What is shown of it: `plan`, `rehearsal`. */
  readonly subject: string;
  /** What identifies it: run, time, zone. */
  readonly about: readonly Words[];
  readonly conclusion: readonly Block[];
  readonly body: readonly Block[];
  /** On paper and in comments only. */
  readonly footer?: Words;
}

/** A sentence or a part of one. Words in backticks are code. */
export type Words = string | readonly Span[];

export type Span =
  | string
  /** As somebody wrote it, perhaps from right to left; in a column of a terminal it is cut, and what follows stays whole. */
  | { readonly title: string }
  | { readonly soft: string }
  | { readonly strong: string }
  /** With its colour on a page. */
  | { readonly outcome: Outcome }
  /** A bar on a page. */
  | { readonly shares: readonly Share[] };

export type Block =
  | Figures
  | Sentences
  | Findings
  | List
  | Table
  | Section
  | Changes
  | Messages
  | Timeline
  | People
  | Outcomes
  | Chart
  | Download;

/** The sums that matter most. */
export interface Figures {
  readonly kind: 'figures';
  readonly figures: readonly Figure[];
}

export interface Figure {
  readonly name: string;
  readonly value: string;
  /** What the value is a part of. */
  readonly of?: string | undefined;
  /** In a sentence, its name comes first: `cost 3.02 EUR`. */
  readonly isAmount?: boolean;
}

interface Sentences {
  readonly kind: 'sentences';
  readonly sentences: readonly Words[];
  /** `ended`: why something is over. `command`: soft, and for who reads it outside the control room, which has a button for it. */
  readonly tone?: 'verdict' | 'ended' | 'soft' | 'command';
}

/** What somebody should look at. */
interface Findings {
  readonly kind: 'findings';
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Item[];
  /** How many there are beyond these. */
  readonly more: number;
}

export type Item = Words | { readonly words: Words; readonly items: readonly Words[] };

export interface Table {
  readonly kind: 'table';
  /** For people who do not see it. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Column {
  /** Where no column has a name, there is no head. */
  readonly name: string;
  /** `row` names its row; `line` is not broken, `words` are. */
  readonly kind: 'row' | 'number' | 'line' | 'words';
}

export interface Row {
  /** A zero is a dot, so that other numbers are easy to see. */
  readonly cells: readonly (Words | number | List)[];
  /** Below the row. */
  readonly notes?: readonly Words[];
  readonly look?: Look | undefined;
}

/** How a row looks on a page: a person is asked, something is wrong, nothing happens. */
export type Look = 'ask' | 'bad' | 'soft';

export interface Section {
  readonly kind: 'section';
  readonly title: Words;
  readonly blocks: readonly Block[];
  /** To be unfolded; a terminal shows how its lists begin. `inComment`: in a comment of a pull request alone. */
  readonly isFolded?: true | 'inComment';
  /** It needs a person, and looks like that on a page. */
  readonly look?: 'ask';
}

/** What had another value before. */
export interface Changes {
  readonly kind: 'changes';
  readonly changes: readonly (ValueChange | TextChange)[];
}

interface ValueChange {
  readonly name: Words;
  readonly before: string;
  readonly after: string;
}

/** Two versions of a text. */
export interface TextChange extends ChangedText {
  readonly name: Words;
}

/** Messages as people read them. */
interface Messages {
  readonly kind: 'messages';
  readonly samples: readonly ShownSample[];
}

export interface ShownSample {
  readonly step: string;
  /** Operation, type of the WhatsApp message, to whom and when. */
  readonly about: readonly string[];
  readonly message: Message | undefined;
  /** What the message does not say: what is left open, or why there is none. */
  readonly notes: readonly string[];
}

/** What starts when, a lane for each step. */
export interface Timeline {
  readonly kind: 'timeline';
  readonly zone: string;
  /** Undefined where nothing starts. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly lanes: readonly Lane[];
}

export interface Lane {
  readonly name: Words;
  readonly operation: string;
  /** In a few words. */
  readonly state: string;
  readonly toSend: number;
  readonly starts: Instant | undefined;
  readonly ends: Instant | undefined;
  readonly segments: readonly Segment[];
  /** Undefined for a single request. */
  readonly zones: readonly ZoneLane[] | undefined;
  readonly remarks: readonly string[];
  /** That some of it does not fit, beside the remarks. */
  readonly warning: string | undefined;
  readonly look: Look | undefined;
}

/** People one by one, to be searched, filtered and saved: on pages alone. */
export interface People {
  readonly kind: 'people';
  /** Of the column beside the recipients. */
  readonly about: string;
  readonly filters: readonly PeopleFilter[];
  readonly csv: readonly CsvColumn[];
  readonly people: readonly ListedPerson[];
  /** Who is not listed. */
  readonly note?: Words;
}

/** A choice in the page's address. `skipped` also chooses entries that say `skipped:…`. */
export interface PeopleFilter {
  readonly name: string;
  readonly all: string;
  readonly values: readonly (readonly [value: string, words: string])[];
}

interface CsvColumn {
  readonly name: string;
  /** A key of the entry's `data`, or `.outcome` or `.why` for what it says of these. */
  readonly of: string;
}

interface ListedPerson {
  readonly shown: string;
  /** Empty where it is unknown or not to be shown. */
  readonly name: string;
  readonly entries: readonly PersonEntry[];
}

export interface PersonEntry {
  /** Values of filters and of CSV columns, by name. */
  readonly data: Readonly<Record<string, string>>;
  readonly words: Words;
  /** It does not happen. */
  readonly isOff?: true;
  readonly outcome?: Outcome;
  readonly time?: string;
  /** The same time on their own clock. */
  readonly there?: string;
  readonly why?: string;
}

/** With the colour of its kind. */
export interface Outcome {
  readonly kind: string;
  readonly words: string;
}

export interface Share extends Outcome {
  readonly count: number;
}

/** What became of everything: a bar and its legend. */
export interface Outcomes {
  readonly kind: 'outcomes';
  readonly shares: readonly Share[];
  readonly legend: readonly LegendItem[];
}

export interface LegendItem extends Outcome {
  readonly value: string;
  /** Of the jobs that were needed. */
  readonly share: string;
}

/** What started when, and what became of it: on pages alone. */
export interface Chart {
  readonly kind: 'chart';
  readonly axis: Axis;
  /** By their place in the counts of a cell. */
  readonly outcomes: readonly Outcome[];
  readonly rows: readonly ChartRow[];
  /** What else is to be known, below. */
  readonly key: string;
  readonly note?: string;
}

/** A period cut into cells of equal length that begin on whole hours (or minutes, or days) of the zone's clock. */
export interface Axis {
  readonly from: Instant;
  readonly cellMs: number;
  readonly cells: number;
  readonly zone: string;
}

export interface ChartRow {
  readonly name: Words;
  /** By cell of the axis. */
  readonly counts: readonly Uint32Array[];
  /** Of all the others. */
  readonly isSum?: true;
  /** Stretches that are shaded. */
  readonly closed: readonly { readonly from: Instant; readonly to: Instant }[];
}

/** A file to keep: on pages alone. */
interface Download {
  readonly kind: 'download';
  readonly name: string;
  readonly words: string;
  readonly text: string;
}

export function section(title: Words, ...blocks: readonly Block[]): Section {
  return { kind: 'section', title, blocks };
}

/** What is said only where something is so: `count > 0 && words`. */
type Perhaps<Said> = Said | false | undefined;

function said<Said>(all: readonly Perhaps<Said>[]): readonly Said[] {
  return all.filter((one): one is Said => one !== undefined && one !== false);
}

export function sentences(all: readonly Perhaps<Words>[], tone?: Sentences['tone']): Sentences {
  return { kind: 'sentences', sentences: said(all), ...(tone === undefined ? {} : { tone }) };
}

export function list(items: readonly Perhaps<Item>[], more = 0): List {
  return { kind: 'list', items: said(items), more };
}

function columnOf(kind: Column['kind']): (name: string) => Column {
  return (name) => ({ name, kind });
}

export const column = {
  row: columnOf('row'),
  number: columnOf('number'),
  line: columnOf('line'),
  words: columnOf('words'),
};

export function table(name: string, columns: readonly Column[], rows: readonly Row[]): Table {
  return { kind: 'table', name, columns, rows };
}

/** Old and new values beside each other. */
export function valuesTable(values: readonly ValueChange[]): Table {
  const rows = values.map(({ name, before, after }) => ({ cells: [name, before, after] }));
  return table('Changed values', [column.row('what'), column.words('before'), column.words('after')], rows);
}

/** How often each of some things happened. */
export function countTable(name: string, counted: readonly { readonly what: string; readonly times: number }[]): Table {
  return table(
    name,
    [column.number(''), column.words('')],
    counted.map(({ what, times }) => ({ cells: [times, what] })),
  );
}

export function spansOf(words: Words): readonly Span[] {
  return typeof words === 'string' ? [words] : words;
}

/** Small print has a space before it, unless it comes first. */
export function isApart(span: Span, index: number): boolean {
  return index > 0 && typeof span === 'object' && 'soft' in span;
}

/** Those in which there is something to show. */
export function filled(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block) => partsOf(block) > 0);
}

function partsOf(block: Block): number {
  switch (block.kind) {
    case 'figures':
      return block.figures.length;
    case 'sentences':
      return block.sentences.length;
    case 'findings':
      return block.findings.length;
    case 'list':
      return block.items.length;
    case 'table':
      return block.rows.length;
    case 'section':
      return filled(block.blocks).length;
    case 'changes':
      return block.changes.length;
    case 'messages':
      return block.samples.length;
    case 'timeline':
      return block.lanes.length;
    case 'people':
      return block.people.length;
    case 'outcomes':
      return block.legend.length;
    case 'chart':
      return block.rows.length;
    case 'download':
      return block.text.length;
    default:
      return block satisfies never;
  }
}
