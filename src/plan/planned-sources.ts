import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { Snapshot, SnapshotDifference, SnapshotNote, Source } from '../campaign/sources/source.ts';

/** Where the recipients of an audience come from, if they were read from elsewhere. */
export interface PlannedSource
  extends Pick<Snapshot, 'source' | 'digest' | 'takenAt' | 'rows'>,
    Pick<Source, 'refresh'> {
  readonly audience: string;
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
}: Pick<LoadedCampaign, 'campaign' | 'rosters'>): readonly PlannedSource[] {
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
