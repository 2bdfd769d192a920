import type { RuleTable } from './rule.ts';

/** No body, no query parameters: nothing to check. */
export const smsBalance: RuleTable = {
  operation: 'sms.balance',
  section: '6. Balance query',
  missing: '-18',
  wrong: '-18',
  fields: [],
};
