import { integer, object, oneOf, type RuleTable, range, required, text } from './rule.ts';

export const agentsList: RuleTable = {
  operation: 'agents.list',
  section: '7. Query agent list',
  missing: '-22',
  wrong: '-22',
  fields: [
    integer('current', required(), range(1, Number.POSITIVE_INFINITY)),
    integer('size', required(), range(1, 100)),
    object(
      'params',
      [
        integer('enable', oneOf([0, 1])),
        text('name'),
        integer('voiceGroupId'),
        integer('status', oneOf([1, 2, 3, 4, 5])),
      ],
      required(),
    ),
  ],
};
