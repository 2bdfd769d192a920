import type { Places } from './place.ts';

/** What each page about one campaign gets. */
export interface TabProps {
  readonly places: Places;
  readonly file: string;
  /** Undefined until it is known. */
  readonly allowActions: boolean | undefined;
  readonly account: string | undefined;
  readonly numbers: string | undefined;
  /** Grows with each change of colours, which frames follow. */
  readonly themes: number;
}
