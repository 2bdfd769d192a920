import type { Step } from '../campaign/campaign.ts';
import { waitedFor } from './audit-order.ts';
import type { AuditInput, AuditRule } from './audited-start.ts';
import type { StartColumns } from './start-columns.ts';
import { judgedHours } from './written-hours.ts';

/** How many starts each rule was checked on: where the campaign does not ask for it, none. */
export type CheckedOn = Readonly<Partial<Record<AuditRule, number>>>;

/** Of a step that is no longer in the file, only what the campaign itself asks is checked. */
type Asks = (step: Step | undefined) => boolean;

export function checkedOn(
  { campaign, windows }: Pick<AuditInput, 'campaign' | 'windows'>,
  { kinds }: Pick<StartColumns, 'kinds'>,
  /** Starts to people the time of whose last message could be read. */
  sessions: number,
): CheckedOn {
  const { limits, starts, ends } = campaign;
  const asks = {
    hours: (step) => step !== undefined && judgedHours(step, windows) !== 'always',
    dates: (step) => [starts, ends, step?.at, step?.until].some((date) => date !== undefined),
    rate: (step) => [step?.rate, limits.rate, limits.account?.rate].some((one) => one !== undefined),
    perRecipient: (step) => isForPeople(step) && limits.perRecipient !== undefined,
    order: (step) => step !== undefined && waitedFor(step).length > 0,
    once: isForPeople,
    audience: (step) => step?.forEach !== undefined,
    waves: (step) => step?.forEach?.waves !== undefined,
  } satisfies Partial<Record<AuditRule, Asks>>;
  const count = (isAsked: Asks): number =>
    kinds.reduce((sum, { steps, starts: some }) => {
      const known = campaign.steps.filter(({ id }) => steps.includes(id));
      return (known.length === 0 ? isAsked(undefined) : known.some(isAsked)) ? sum + some : sum;
    }, 0);
  return {
    ...Object.fromEntries(Object.entries(asks).map(([rule, isAsked]) => [rule, count(isAsked)])),
    session: sessions,
  };
}

function isForPeople(step: Step | undefined): boolean {
  return step === undefined || step.forEach !== undefined;
}
