import { integer, object, type RuleTable, range, required, text } from './rule.ts';

export const axbList: RuleTable = {
  operation: 'axb.list',
  section: '8. Query AXB binding list',
  missing: '-22',
  wrong: '-22',
  fields: [
    integer('current', required(), range(1, Number.POSITIVE_INFINITY)),
    integer('size', required(), range(1, 100)),
    object('params', [text('appId')], required()),
  ],
};
