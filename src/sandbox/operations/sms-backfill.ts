import { type Decide, knowsApp, unlisted } from './decision.ts';

/** Section "9. SMS postback backfill". The same facts may be reported again. */
export const backfillSms: Decide = ({ world, body }) =>
  knowsApp(world, body.appId)
    ? { fields: {}, facts: [{ fact: 'backfill' }] }
    : { status: unlisted.backfillApp, rule: 'sms.appId.known', detail: 'appId does not exist' };
