/** Why a finding is reported, and how to fix it. `explain` and `docs/diagnostics.md` print both. */
export interface Explanation {
  readonly cause: string;
  readonly fix: string;
}
