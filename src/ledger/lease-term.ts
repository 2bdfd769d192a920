/** A lease that ends by itself unless it is extended: then another process may carry out the run. */
export interface LeaseTerm {
  /** Whether a request may start now: the answer will most likely come within the lease. */
  mayStart(): boolean;
  /** For the requests that start now: aborted before another process may carry out the run. */
  signal(): AbortSignal;
  /** How long the lease lasts from a renewal on. */
  readonly leaseMs: number;
  /** How long ago the latest renewal was requested that succeeded. */
  ageMs(): number;
}
