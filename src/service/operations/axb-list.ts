import { type Operation, pagedQuery, pageFields } from './definition/operation.ts';
import { object, required, text } from './definition/rule.ts';
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
    fields: [...pageFields, object('params', [text('appId')], required())],
  },
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
  ...pagedQuery,
  asksFor: 'the list of bindings',
  admission: { 'auth.workspace.enabled': '-29', 'auth.apiKey.enabled': '-30', 'auth.ip.listed': '-31' },
  alias: '/number/query',
};
