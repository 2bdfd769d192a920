import type { Body } from './rule.ts';

/** A field that public documents of this API restrict, and the service's own document does not: never more than a warning. */
export interface PublicLimit {
  readonly field: string;
  /** Read after "public documents of this API say": `2 to 64 characters`. */
  readonly says: string;
  /** Whether the body keeps to it; asked only if the field is there. */
  readonly holds: (value: unknown, body: Body) => boolean;
}
