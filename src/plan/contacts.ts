import type { Campaign } from '../campaign/campaign.ts';
import type { Roster } from '../campaign/roster.ts';
import type { Instant } from '../platform/ports.ts';
import type { History } from './scheduler.ts';
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
export function createContacts(campaign: Campaign, lines: readonly StepLine[], history: History): Contacts {
  const { perRecipient } = campaign.limits;
  if (perRecipient === undefined) return { freeAt: () => undefined, note: () => undefined };
  const gap = perRecipient.perMs / perRecipient.count;
  const latest = new Map<string, Latest>();
  const rosters = new Map<string, Roster>();
  for (const [by, { step, roster, jobs }] of lines.entries()) {
    if (step.forEach === undefined || roster === undefined) continue;
    const { audience } = step.forEach;
    const { size } = roster;
    const contacts = latest.get(audience) ?? {
      at: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
      by: new Uint16Array(size),
    };
    latest.set(audience, contacts);
    rosters.set(audience, roster);
    jobs.forEachContact((index, at) => {
      if (at <= contacts.at[index]!) return;
      contacts.at[index] = at;
      contacts.by[index] = by;
    });
  }
  // A step that was taken out of the file: for which audience it was is not known any more, so that it counts for each.
  const known = new Set(lines.flatMap(({ step: { id, was } }) => [id, was]));
  for (const id of history.steps?.() ?? []) {
    if (known.has(id)) continue;
    history.forEachJob(id, ({ key, at }) => {
      for (const [audience, contacts] of latest) {
        const index = key === undefined ? undefined : rosters.get(audience)?.indexOf(key);
        if (index === undefined || at === undefined || at <= contacts.at[index]!) continue;
        contacts.at[index] = at;
        contacts.by[index] = ofNoStep;
      }
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

const ofNoStep = 0xffff;

interface Latest {
  readonly at: Float64Array;
  readonly by: Uint16Array;
}
