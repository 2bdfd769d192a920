import type { Stretch } from '../plan/difference/text-diff.ts';

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
  | { readonly soft: string };

export type Block = Figures | Sentences | Findings | List | Table | Section | Changes;

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

export interface Sentences {
  readonly kind: 'sentences';
  readonly sentences: readonly Words[];
  readonly tone?: 'verdict' | 'soft';
}

/** What somebody should look at. */
export interface Findings {
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
  readonly cells: readonly (Words | number)[];
  /** Below the row. */
  readonly notes?: readonly Words[];
  /** How it looks on a page. */
  readonly look?: string;
}

export interface Section {
  readonly kind: 'section';
  readonly title: Words;
  readonly blocks: readonly Block[];
  /** Where something can be unfolded, it is to be. */
  readonly isFolded?: true;
}

/** What had another value before. */
export interface Changes {
  readonly kind: 'changes';
  readonly changes: readonly (ValueChange | TextChange)[];
}

export interface ValueChange {
  readonly name: Words;
  readonly before: string;
  readonly after: string;
}

/** Two versions of a text. */
export interface TextChange {
  readonly name: Words;
  readonly words: readonly Stretch[];
  readonly lines: readonly Stretch[];
}

export function section(title: Words, ...blocks: readonly Block[]): Section {
  return { kind: 'section', title, blocks };
}

export function sentences(all: readonly Words[], tone?: Sentences['tone']): Sentences {
  return { kind: 'sentences', sentences: all, ...(tone === undefined ? {} : { tone }) };
}

export function list(items: readonly Item[]): List {
  return { kind: 'list', items };
}

export function spansOf(words: Words): readonly Span[] {
  return typeof words === 'string' ? [words] : words;
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
    default:
      return block satisfies never;
  }
}
