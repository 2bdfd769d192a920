import type { RecipientKey } from '../job/address.ts';
import type { Scalar } from './scalar.ts';
import type { ConditionCount } from './where.ts';

/** `otherRowOptedOut`: the row that is kept does not say no. `keptByWhere`: it does, and `where` leaves others out. */
export interface SaidNo {
  readonly kind: 'optedOut' | 'notOptedIn' | 'otherRowOptedOut' | 'keptByWhere';
  readonly column: string;
  readonly count: number;
  /** The steps that do not read the column, where others do. */
  readonly steps?: readonly string[];
}

/**
 * An audience's recipients, read once, each once, in the order of the file, without those that `where` and `exclude` leave out.
 * Kept in columns of bytes: a recipient needs tens of bytes, not an object. Indices run from 0 to `size - 1`.
 */
export interface Roster {
  readonly audience: string;
  readonly size: number;
  /** The person: their number in today's notation, by which they are known everywhere. */
  key(index: number): RecipientKey;
  /** The key as a number: a million of them are compared and looked up without a text for each. */
  number(index: number): number;
  indexOf(key: RecipientKey | number): number | undefined;
  /** Two letters of the country of their number; undefined where it has none, or where nobody has asked for countries. */
  country?(index: number): string | undefined;
  /** What the rows have in the column of countries, if the audience names one. */
  readonly countries?: readonly string[];
  /** Of a list that stands for another: the clock by which their hours are judged; '' for none. */
  clock?(index: number): string;
  /** A column that the campaign refers to, of the key column the number as it is sent; undefined if the cell is empty or the field absent. Others throw. */
  value(index: number, column: string): Scalar | undefined;
  /** Line in the audience file, from 1. */
  line(index: number): number;
  /** SHA-256 of the file, hex. */
  readonly fileHash: string;
  /** Rows that are left out, by cause. */
  readonly left: {
    readonly where: number;
    readonly exclude: number;
    readonly duplicate: number;
    readonly invalid: number;
    readonly forgotten: number;
  };
  /** Recipients who said no in columns that a step does not read, or in rows that are left out. Default: none. */
  readonly saidNo?: readonly SaidNo[];
  /** What each condition of `where` made of the rows; those without a number show only what values there are. */
  readonly conditions: readonly ConditionCount[];
  /** How many numbers each `exclude` file has, and how many recipients it leaves out. */
  readonly excludes: readonly { readonly file: string; readonly numbers: number; readonly inAudience: number }[];
}
