/** One file that a `schemas/generate-<what>.ts` makes: what it holds is a function of the schemas alone. */
export interface GeneratedFile {
  /** From the repository's root, with `/`: `src/campaign/schema/campaign-input.gen.ts`. */
  readonly path: string;
  readonly content: string;
}
