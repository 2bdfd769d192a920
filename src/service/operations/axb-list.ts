import { queryMessage } from './definition/message.ts';
import { firstPage, type Operation } from './definition/operation.ts';
import { integer, object, range, required, text } from './definition/rule.ts';
import { halt, locked, ownFault, retry, rows, wrongAddress, wrongKey } from './definition/status.ts';

export const axbList: Operation<'axb.list'> = {
  id: 'axb.list',
  method: 'POST',
  path: '/number/pns/queryBindPage',
  envelope: 'status',
  does: 'Ask for the number (AXB) bindings.',
  words: 'List of number bindings',
  example: `bindings:
  uses: axb.list
  with: { params: { appId: spring-app } }
  expect: { records: { atLeast: 3 } }
`,
  withExample: { params: { appId: 'sandbox-app' } },
  expectExample: { total: { atLeast: 3 } },
  request: {
    section: '8. Query AXB binding list',
    missing: '-22',
    wrong: '-22',
    fields: [
      integer('current', required(), range(1, Number.POSITIVE_INFINITY)),
      integer('size', required(), range(1, 100)),
      object('params', [text('appId')], required()),
    ],
  },
  defaults: firstPage,
  statuses: {
    0: rows.success,
    '-1': halt('account authentication abnormal', wrongKey),
    '-2': halt('IP restriction', wrongAddress),
    '-16': rows.timestampExpired,
    '-18': retry('system anomaly', ownFault),
    '-22': rows.parameterException,
    '-29': halt('workspace disabled', locked),
    '-30': rows.apiKeyDisabled,
    '-31': rows.addressNotListed,
  },
  outputs: {
    total: { type: 'number', from: 'data.total', words: 'The total number of records.' },
    records: { type: 'array', from: 'data.records', words: 'The records; a condition counts them.' },
  },
  effect: 'query',
  recovery: 'retry',
  isPaged: true,
  asksFor: 'the list of bindings',
  admission: { 'auth.workspace.enabled': '-29', 'auth.apiKey.enabled': '-30', 'auth.ip.listed': '-31' },
  alias: '/number/query',
  message: queryMessage,
};
