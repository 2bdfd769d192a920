import type { Scalar } from '../scalar.ts';

/** By column: everything that its cells must be. */
export type Where = Readonly<Record<string, readonly Condition[]>>;

/** One thing that `where` says about a cell. */
export type Condition = TextCondition | NumberCondition | TimeCondition;

/** Texts, or patterns of `matches`; one of them must fit, or none. */
interface TextCondition {
  readonly kind: 'oneOf' | 'not' | 'matches' | 'notMatches';
  readonly values: readonly string[];
}

interface NumberCondition {
  readonly kind: 'atLeast' | 'atMost';
  readonly number: number;
}

export interface TimeCondition {
  readonly kind: 'before' | 'after';
  /** A local date, which means the whole day, or a local date-time. */
  readonly time: string;
  /** The first instant that `before` does not select, or that `after` does; filled in by `load.ts`. */
  readonly limit: number;
}

/** Whether a cell meets a condition; undefined if it cannot be compared, which counts as no. */
export type CellTest = (cell: Scalar | undefined) => boolean | undefined;
