import type { Roster } from '../audience/roster.ts';
import type { Campaign } from '../campaign/campaign.ts';
import type { SnapshotDifference, SnapshotNote } from '../campaign/sources/source.ts';
import type { Instant } from '../platform/ports.ts';

/** Where the recipients of an audience come from, if they were read from elsewhere. */
export interface PlannedSource {
  readonly audience: string;
  readonly source: string;
  /** The snapshot: SHA-256 (hex) of its rows. */
  readonly digest: string;
  readonly takenAt: Instant;
  readonly refresh: 'frozen' | 'growing' | 'tracking';
  /** What the source gave. */
  readonly rows: number;
  /** People of an earlier snapshot who have left the source since, and whom the run keeps. Absent where there are none. */
  readonly kept?: number;
  /** Who is left of them. */
  readonly recipients: number;
  /** Who is not, by cause. */
  readonly left: {
    readonly unreadable: number;
    readonly where: number;
    readonly exclude: number;
    /** Absent where nobody asked to be forgotten. */
    readonly forgotten?: number;
  };
  /** Absent for the first snapshot. */
  readonly since?: SnapshotDifference;
  readonly note?: SnapshotNote;
}

/** In the order of the campaign, without audiences that are read as they are. */
export function plannedSources({
  campaign,
  rosters,
}: {
  readonly campaign: Campaign;
  readonly rosters: ReadonlyMap<string, Roster>;
}): readonly PlannedSource[] {
  return campaign.audiences.flatMap(({ name, source, snapshot }) => {
    const roster = rosters.get(name);
    if (source === undefined || snapshot === undefined || roster === undefined) return [];
    const { digest, takenAt, rows, unreadable, recipients, since, kept, note } = snapshot;
    const { where, exclude } = roster.left;
    // Those who were in the snapshot when they asked are no longer in its rows.
    const forgotten = roster.left.forgotten + Math.max(0, rows - unreadable + kept - recipients);
    return [
      {
        audience: name,
        source: snapshot.source,
        digest,
        takenAt,
        refresh: source.refresh,
        rows,
        ...(kept === 0 ? {} : { kept }),
        recipients: roster.size,
        left: { unreadable, where, exclude, ...(forgotten === 0 ? {} : { forgotten }) },
        ...(since === undefined ? {} : { since }),
        ...(note === undefined ? {} : { note }),
      },
    ];
  });
}
