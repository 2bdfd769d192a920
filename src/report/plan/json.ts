import { visibleOutput } from '../../diagnostic/visible-text.ts';
import type { Plan, PlannedJob } from '../../plan/plan.ts';
import { planJson } from '../../plan/plan-json.ts';
import { createPlanChecksum } from '../../plan/saved/plan-checksum.ts';
import { formatInstant } from '../../time/local-time.ts';
import { diagnosticJson } from '../diagnostics/json.ts';
import { sampleToJson } from '../message/json.ts';
import type { PlanMessages } from '../message/shown-sample.ts';

/** The plan as `schemas/plan.schema.json` has it. Same plan, same bytes. */
export function planToJson(plan: Plan, messages?: PlanMessages): string {
  const value = { ...wholeJson(plan), samples: messages?.samples.map(sampleToJson) };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What `--out` writes: the plan, every job of it on a line of its own, as they come, and a checksum of it all. */
export function savedPlanPrinter(plan: Plan, write: (piece: string) => void) {
  const head = wholeJson(plan);
  const checksum = createPlanChecksum(head);
  let comma = '';
  const put = (piece: string): void => write(visibleOutput(piece, { colour: false }));
  put(`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "jobs": [\n`);
  return {
    job(line: SavedLine): void {
      checksum.add(line);
      put(`${comma}    ${JSON.stringify(line)}`);
      comma = ',\n';
    },
    end: () => write(`\n  ],\n  "checksum": "${checksum.hex()}"\n}\n`),
  };
}

/** A job of a saved plan; `text` is a digest of its request. */
export interface SavedLine {
  readonly address: string;
  readonly at: string | null;
  readonly reason?: string;
  readonly text?: string;
}

function wholeJson(plan: Plan): Readonly<Record<string, unknown>> {
  return { ...planJson(plan), hash: plan.hash, diagnostics: plan.diagnostics.map(diagnosticJson) };
}

/** One line of `plan --jobs`, in the recipient's own time; `at` is null when the job will not start. */
export function jobToLine(job: PlannedJob): string {
  return `${JSON.stringify(lineOf(job))}\n`;
}

export function lineOf({ address, at, zone, reason }: PlannedJob): SavedLine {
  const when = at === undefined ? null : formatInstant(at, zone);
  return { address, at: when, ...(reason === undefined ? {} : { reason }) };
}
