/** A source that could not be read to its end: what happened, for people, without any secret, and what to do. */
export class SourceFailure extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
