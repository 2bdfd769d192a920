import { operations } from '../../service/operations/operations.ts';
import type { Audience, Step } from '../campaign.ts';

/** The service accepts messages only within 24 hours of the recipient's last one, so its time must be known. */
export function lacksSessions(audience: Audience, steps: readonly Step[]): boolean {
  const sends = (step: Step): boolean =>
    operations[step.uses].needsSession === true && step.forEach?.audience === audience.name;
  return audience.lastInbound === undefined && steps.some(sends);
}

export function sessionWords({ name }: Audience): string {
  return `\`${name}\` does not say when its recipients last wrote; WhatsApp messages are accepted only within 24 hours of that`;
}

export const sessionHint = 'set `lastInbound` to the column with that time';
