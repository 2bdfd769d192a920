import { digitsWithPlus } from './formats.ts';
import { assumed, matches, type RuleTable, required, text } from './rule.ts';

export const smsBackfill: RuleTable = {
  operation: 'sms.backfill',
  section: 'SMS postback backfill',
  missing: '-14',
  wrong: '-14',
  assumption: 'backfill.codes',
  fields: [
    text('appId', required()),
    text('msgid'),
    text('number', required(), assumed('backfill.number', matches(digitsWithPlus))),
    text('time', required()),
  ],
};
