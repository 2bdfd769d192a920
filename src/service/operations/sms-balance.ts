import { queryMessage } from './definition/message.ts';
import type { Operation } from './definition/operation.ts';
import { rows } from './definition/status.ts';

export const smsBalance: Operation<'sms.balance'> = {
  id: 'sms.balance',
  method: 'GET',
  path: '/sms/getBalance',
  envelope: 'status',
  does: "Ask for the SMS account's balance.",
  words: 'Balance',
  example: `funds:
  uses: sms.balance
  expect: { available: { atLeast: 50 } }
`,
  expectExample: { available: { atLeast: 50 } },
  request: {
    section: '6. Balance query',
    missing: '-18',
    wrong: '-18',
    fields: [],
  },
  defaults: {},
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-2': rows.restrictedAccess,
    '-13': rows.userLocked,
    '-16': rows.timestampExpired,
    '-18': rows.portProgramUnusual,
  },
  outputs: {
    balance: { type: 'number', from: 'balance', words: "The account's own money." },
    gift: { type: 'number', from: 'gift', words: 'Gifted money.' },
    credit: { type: 'number', from: 'credit', words: 'Credit.' },
    available: { type: 'number', from: 'balance+gift+credit', words: 'balance + gift + credit.' },
  },
  effect: 'query',
  recovery: 'retry',
  asksFor: 'the balance',
  pathElsewhere: '/v3/getBalance',
  withoutData: true,
  message: queryMessage,
};
