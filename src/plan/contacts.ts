import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepLine } from './step-line.ts';

/** When each recipient was contacted last, and by which step, over all steps of an audience: ten bytes each. */
export interface Contacts {
  freeAt(line: StepLine): ((recipient: number) => Instant) | undefined;
  note(line: StepLine, recipient: number, at: Instant): void;
}

/**
 * `perRecipient`: the gap between two jobs for one recipient, over all steps of an audience. A retry is the same job, unless
 * another step's message has gone out in between.
 */
export function createContacts(campaign: Campaign, lines: readonly StepLine[]): Contacts {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return { freeAt: () => undefined, note: () => undefined };
  const gap = perRecipient.perMs / perRecipient.count;
  const latest = new Map<string, Latest>();
  for (const [by, { step, roster, jobs }] of lines.entries()) {
    if (step.forEach === undefined || roster === undefined) continue;
    const { audience } = step.forEach;
    const { size } = roster;
    const contacts = latest.get(audience) ?? {
      at: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
      by: new Uint16Array(size),
    };
    latest.set(audience, contacts);
    jobs.forEachContact((index, at) => {
      if (at <= contacts.at[index]!) return;
      contacts.at[index] = at;
      contacts.by[index] = by;
    });
  }
  const of = (line: StepLine) => latest.get(line.step.forEach?.audience ?? '');
  return {
    freeAt(line) {
      const contacts = of(line);
      if (contacts === undefined) return undefined;
      const { at, by } = contacts;
      const own = lines.indexOf(line);
      return (index) => {
        if (by[index] === own && line.jobs.retry(index) !== undefined) return Number.NEGATIVE_INFINITY;
        return Math.ceil(at[index]! + gap);
      };
    },
    note(line, recipient, at) {
      const contacts = of(line);
      if (contacts === undefined) return;
      contacts.at[recipient] = at;
      contacts.by[recipient] = lines.indexOf(line);
    },
  };
}

interface Latest {
  readonly at: Float64Array;
  readonly by: Uint16Array;
}
