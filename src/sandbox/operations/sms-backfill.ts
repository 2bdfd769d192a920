import { type Decide, knowsApp, unknown } from './decision.ts';

/** Section "9. SMS postback backfill". The same facts may be reported again. */
export const backfillSms: Decide = ({ world, body }) =>
  knowsApp(world, body.appId) ? { fields: {}, facts: [{ fact: 'backfill' }] } : unknown('-14', 'sms.appId.known');
