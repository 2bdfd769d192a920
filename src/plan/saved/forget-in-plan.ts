import { cleanedJson } from '../../diagnostic/cleaned-json.ts';
import { createPlanChecksum } from './plan-checksum.ts';
import { readSavedPlan } from './saved-plan.ts';

/**
 * A saved plan in which a person's jobs have another address and no digest of their request, and no reason has the number; undefined if
 * the text is not one.
 */
export function forgetInPlan(text: string, clean: (text: string) => string): string | undefined {
  if ('wrong' in readSavedPlan(text)) return undefined;
  const {
    jobs,
    checksum: _,
    ...head
  } = JSON.parse(text) as {
    readonly jobs: readonly PlannedLine[];
    readonly checksum: string;
  };
  const cleanHead = JSON.parse(cleanedJson(JSON.stringify(head), clean)) as object;
  const checksum = createPlanChecksum(cleanHead);
  const lines = jobs.map((job) => {
    const line = cleanedLine(job, clean);
    checksum.add(line);
    return `    ${JSON.stringify(line)}`;
  });
  const first = JSON.stringify(cleanHead, null, 2).slice(0, -2);
  return `${first},\n  "jobs": [\n${lines.join(',\n')}\n  ],\n  "checksum": "${checksum.hex()}"\n}\n`;
}

interface PlannedLine {
  readonly address: string;
  readonly reason?: string;
  readonly text?: string;
}

function cleanedLine(job: PlannedLine, clean: (text: string) => string): PlannedLine {
  const address = clean(job.address);
  const { text, reason, ...rest } = job;
  return {
    ...rest,
    address,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
    ...(text === undefined || address !== job.address ? {} : { text }),
  };
}
