import type { Campaign } from '../campaign/campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { StepLine } from './step-line.ts';

/** When each recipient was contacted last, over all steps of an audience: eight bytes each. */
export interface Contacts {
  freeAt(line: StepLine): ((recipient: number) => Instant) | undefined;
  note(line: StepLine, recipient: number, at: Instant): void;
}

/** `perRecipient`: the gap between two jobs for one recipient, over all steps of an audience. A retry is the same job. */
export function createContacts(campaign: Campaign, lines: readonly StepLine[]): Contacts {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return { freeAt: () => undefined, note: () => undefined };
  const gap = perRecipient.perMs / perRecipient.count;
  const latest = new Map<string, Float64Array>();
  for (const { step, roster, jobs } of lines) {
    if (step.forEach === undefined || roster === undefined) continue;
    const { audience } = step.forEach;
    const contacts = latest.get(audience) ?? new Float64Array(roster.size).fill(Number.NEGATIVE_INFINITY);
    latest.set(audience, contacts);
    jobs.forEachContact((index, at) => {
      contacts[index] = Math.max(contacts[index]!, at);
    });
  }
  const of = (line: StepLine) => latest.get(line.step.forEach?.audience ?? '');
  return {
    freeAt(line) {
      const contacts = of(line);
      if (contacts === undefined) return undefined;
      return (index) =>
        line.jobs.retry(index) === undefined ? Math.ceil(contacts[index]! + gap) : Number.NEGATIVE_INFINITY;
    },
    note(line, recipient, at) {
      const contacts = of(line);
      if (contacts !== undefined) contacts[recipient] = at;
    },
  };
}
