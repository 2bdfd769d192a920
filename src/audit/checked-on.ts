import type { Step } from '../campaign/campaign.ts';
import type { AuditInput, AuditRule } from './audited-start.ts';
import type { StartColumns } from './start-columns.ts';
import { hoursOf } from './written-hours.ts';

/** How many starts each rule was checked on: where the campaign does not ask for it, none. */
export type CheckedOn = Readonly<Partial<Record<AuditRule, number>>>;

type Asks = (step: Step) => boolean;

export function checkedOn(
  { campaign, windows }: Pick<AuditInput, 'campaign' | 'windows'>,
  { kinds }: Pick<StartColumns, 'kinds'>,
): CheckedOn {
  const { limits, starts, ends } = campaign;
  const audienceOf = ({ forEach }: Step) => campaign.audiences.find(({ name }) => name === forEach?.audience);
  const asks = {
    hours: (step) => (windows === undefined ? step.window : hoursOf(step, windows)) !== 'always',
    dates: ({ at, until }) => [starts, ends, at, until].some((date) => date !== undefined),
    session: (step) => step.uses === 'whatsapp.send' && audienceOf(step)?.lastInbound !== undefined,
    rate: ({ rate }) => [rate, limits.rate, limits.account?.rate].some((one) => one !== undefined),
    perRecipient: ({ forEach }) => forEach !== undefined && limits.perRecipient !== undefined,
    order: ({ needs }) => needs.length > 0,
    once: ({ forEach }) => forEach !== undefined,
    audience: ({ forEach }) => forEach !== undefined,
    waves: ({ forEach }) => forEach?.waves !== undefined,
  } satisfies Partial<Record<AuditRule, Asks>>;
  const count = (isAsked: Asks): number =>
    kinds.reduce((sum, { steps, starts: some }) => {
      const known = campaign.steps.filter(({ id }) => steps.includes(id));
      return known.some(isAsked) ? sum + some : sum;
    }, 0);
  return Object.fromEntries(Object.entries(asks).map(([rule, isAsked]) => [rule, count(isAsked)]));
}
