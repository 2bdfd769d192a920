/** A deliberate fault of the product: a promise that it breaks, and the tests that find that out. */
export interface Fault {
  /** What the program does with it. */
  readonly name: string;
  /** In `src/`. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly text: string;
  readonly instead: string;
  /** Folders or files in `test/`, with as little as finds it. */
  readonly tests: readonly string[];
}
