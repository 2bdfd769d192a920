import { long, type RuleTable, required, text } from './rule.ts';

export const aivoicePause: RuleTable = {
  operation: 'aivoice.pause',
  section: 'AI voice task (pause)',
  missing: '-27',
  wrong: '-27',
  fields: [text('appId', required()), long('jobId', required())],
};
