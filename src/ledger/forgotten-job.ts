import { cleanedJson } from '../diagnostic/cleaned-json.ts';
import type { JobRecord, Outputs } from '../job/job.ts';
import { textIn } from './run-rows.ts';
import type { Approval, DecisionGroup } from './signed.ts';
import { type Asked, ask } from './sql.ts';

export interface Forgotten {
  /** The recipient's digits. */
  readonly key: string;
  /** What stands for them from now on. */
  readonly token: string;
  /** A text without the number, in whatever notation. */
  readonly clean: (text: string) => string;
}

/** A record of somebody who is forgotten. A request hash and a natural key could be made again from the number, and outputs lead to it at the service. */
export function withoutTexts(job: JobRecord): JobRecord {
  const decisions = job.decisions?.map(({ state, at, by }) => ({ state, at, by }));
  return { ...job, reason: undefined, naturalKey: undefined, requestHash: undefined, outputs: undefined, decisions };
}

/** The record of somebody else. */
export function cleanedJob(job: JobRecord, clean: Forgotten['clean']): JobRecord {
  const { reason, outputs, decisions } = job;
  return {
    ...job,
    reason: reason && clean(reason),
    outputs: outputs && (JSON.parse(cleanedJson(JSON.stringify(outputs), clean)) as Outputs),
    decisions: decisions?.map(({ comment, ...decision }) => ({ ...decision, comment: comment && clean(comment) })),
  };
}

/** The columns of a run that have a text of people, or of the campaign's files. */
const runTexts = ['approvals', 'decided', 'inputs', 'confirmed'] as const;

/** Rewrites them, of all runs. Within a transaction. */
export function* cleanRuns(clean: Forgotten['clean']): Asked<void> {
  const put = `UPDATE callsheet.run SET ${runTexts.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`;
  for (const row of yield* ask(`SELECT id, ${runTexts.join(', ')} FROM callsheet.run`)) {
    const cleaned = runTexts.map((name) => {
      const text = textIn(row, name);
      if (text === undefined) return null;
      return name === 'inputs' || name === 'confirmed' ? clean(text) : cleanedLog(text, clean);
    });
    yield* ask(put, [row['id'], ...cleaned]);
  }
}

/** The comments of approvals and decisions. */
function cleanedLog(text: string, clean: Forgotten['clean']): string {
  const entries = JSON.parse(text) as readonly (Approval | DecisionGroup)[];
  return JSON.stringify(entries.map((one) => ({ ...one, comment: one.comment && clean(one.comment) })));
}
