import type { Roster } from '../../audience/roster.ts';
import { type ConditionCount, type Where, whereJudge } from '../../audience/where.ts';
import type { CampaignLists } from '../loaded-campaign.ts';
import { formatLeftOutBy } from './mismatch.ts';

/** How many rows of an audience's file are left out because their number cannot be read. */
export interface LeftOutRows {
  readonly audience: string;
  /** As the campaign names it. */
  readonly file: string;
  readonly rows: number;
}

/** By audience, in the order of the file, without audiences that leave nobody out. */
export function leftOutRows({ campaign, rosters }: CampaignLists): readonly LeftOutRows[] {
  return campaign.audiences
    .map(({ name, file }) => ({ audience: name, file, rows: rosters.get(name)?.left.invalid ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

/** How many rows of an audience's file are left out because their people asked to be forgotten. */
export interface ForgottenRows {
  readonly audience: string;
  readonly rows: number;
}

/** By audience, in the order of the file. Snapshots count theirs themselves: there it may be the row that is gone. */
export function forgottenRows({ campaign, rosters }: CampaignLists): readonly ForgottenRows[] {
  return campaign.audiences
    .filter(({ source }) => source === undefined)
    .map(({ name }) => ({ audience: name, rows: rosters.get(name)?.left.forgotten ?? 0 }))
    .filter(({ rows }) => rows > 0);
}

/** Whom the conditions of one `where` leave out, of an audience or of a step, and an audience's `exclude`. */
export interface SelectionCount {
  readonly audience: string;
  /** Absent for the audience's own `where`. */
  readonly step?: string;
  /** Recipients that are left. */
  readonly recipients: number;
  /** Rows that the `exclude` of the audience leaves out; absent where there are none. */
  readonly excluded?: number;
  readonly leftOut: readonly {
    readonly column: string;
    /** "`age` is not at least 18". */
    readonly reason: string;
    /** Rows that meet the conditions before it; of a step, recipients. */
    readonly rows: number;
  }[];
}

/** Of every `where` and `exclude` that leaves somebody out. */
export function selectionCounts({ campaign, rosters }: CampaignLists): readonly SelectionCount[] {
  const ofAudiences = campaign.audiences.map(({ name }): SelectionCount => {
    const { conditions = [], size = 0, left } = rosters.get(name) ?? {};
    const excluded = left?.exclude ? { excluded: left.exclude } : {};
    return { audience: name, recipients: size, ...excluded, leftOut: leftOut(conditions) };
  });
  const ofSteps = campaign.steps.flatMap(({ id, forEach }): readonly SelectionCount[] => {
    const roster = rosters.get(forEach?.audience ?? '');
    if (forEach === undefined || roster === undefined || Object.keys(forEach.where).length === 0) return [];
    const left = leftOut(countRecipients(forEach.where, roster));
    const recipients = left.reduce((rest, { rows }) => rest - rows, roster.size);
    return [{ audience: forEach.audience, step: id, recipients, leftOut: left }];
  });
  return [...ofAudiences, ...ofSteps].filter(({ leftOut, excluded }) => leftOut.length > 0 || excluded !== undefined);
}

/** What the conditions of a step make of the recipients of its audience. */
export function countRecipients(where: Where, roster: Roster): readonly ConditionCount[] {
  const columns = Object.keys(where);
  if (columns.length === 0) return [];
  const judge = whereJudge(where);
  judge.onHeader(columns);
  for (let index = 0; index < roster.size; index++)
    judge.accepts((column) => roster.value(index, columns[column]!), roster.line(index));
  return judge.counts();
}

function leftOut(counts: readonly ConditionCount[]): SelectionCount['leftOut'] {
  return counts
    .filter((count) => count.leftOut > 0)
    .map((count) => ({
      column: count.column,
      reason: formatLeftOutBy(count.column, count.condition),
      rows: count.leftOut,
    }));
}
