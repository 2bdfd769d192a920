import { createReadStream } from 'node:fs';
import type { PlanJson } from '../../report/plan/json.ts';

/** What a saved plan says before its jobs. */
export interface PlanHead extends PlanJson {
  /** Undefined where the settings do not have it. */
  readonly service?: string | undefined;
}

const jobsBegin = ',\n  "jobs": [';

/** Without the jobs, which may be millions, as `plan --out` lays it out; in another layout all of it is read. */
export async function readPlanHead(path: string): Promise<PlanHead> {
  let text = '';
  for await (const part of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const from = Math.max(0, text.length - jobsBegin.length);
    text += part;
    const end = text.indexOf(jobsBegin, from);
    if (end >= 0) return JSON.parse(`${text.slice(0, end)}}`) as PlanHead;
  }
  const { jobs: _, ...head } = JSON.parse(text) as PlanHead & { readonly jobs: unknown };
  return head;
}
