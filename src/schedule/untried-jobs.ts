/**
 * Jobs of an open step that were never tried, as the state file has it: by zone, so that a few words say at any moment what is left.
 * A job is tried once its intent is recorded, and not before.
 */
export interface UntriedJobs {
  /** Of the step's audience; one for a list whose people are all in the same. */
  readonly zones: readonly string[];
  /** By zone: those that can start, or could before their time was over. */
  readonly counts: Uint32Array;
  /** Some do not start whatever the hour. */
  readonly hasDropped: boolean;
  /** The intent of this job is about to be recorded. True where it is the last of its zone. */
  intended(recipient: number): boolean;
}

export interface UntriedJobsBuilder {
  /** A pending job, when the step opens; `zone` is undefined where it does not start whatever the hour. */
  add(recipient: number, zone: number | undefined): void;
  value(): UntriedJobs;
}

/** `wasIntended`: has a byte for each job, 1 where an earlier process has recorded an intent. */
export function collectUntried(input: {
  readonly zones: readonly string[];
  readonly zoneOf: Uint16Array;
  readonly wasIntended: Uint8Array;
}): UntriedJobsBuilder {
  const { zones, zoneOf, wasIntended } = input;
  const counts = new Uint32Array(zones.length);
  const isCounted = new Uint8Array(wasIntended.length);
  let hasDropped = false;
  return {
    add(recipient, zone) {
      if (wasIntended[recipient] === 1) return;
      if (zone === undefined) {
        hasDropped = true;
        return;
      }
      counts[zone]!++;
      isCounted[recipient] = 1;
    },
    value: () => ({
      zones,
      counts,
      hasDropped,
      intended(recipient) {
        if (isCounted[recipient] !== 1) return false;
        isCounted[recipient] = 0;
        return --counts[zoneOf[recipient]!]! === 0;
      },
    }),
  };
}
