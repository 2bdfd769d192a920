import { digits } from './definition/formats.ts';
import { fact } from './definition/message.ts';
import { fromAccount, fromJob, fromRecipient, type Operation } from './definition/operation.ts';
import { integer, length, matches, oneOf, required, text } from './definition/rule.ts';
import { halt, noMoney, rows, step, wait, waitAlone } from './definition/status.ts';

export const otpSend: Operation<'otp.send'> = {
  id: 'otp.send',
  method: 'POST',
  path: '/otp/verification/send',
  envelope: 'status',
  does: 'Send a verification code over SMS, call or SNA.',
  words: 'Verification code',
  example: `code:
  uses: otp.send
  forEach: members
  with: { templateId: 31, channel: sms }
`,
  withExample: { templateId: 31, channel: 'sms' },
  request: {
    section: 'Verification (OTP) request',
    missing: '-22',
    wrong: '-22',
    fields: [
      text('appId', required(), length(4, 32)),
      integer('templateId', required()),
      integer('flowId'),
      text('to', required(), matches(digits), length(10, 14)),
      text('channel', oneOf(['sms', 'call', 'sna'])),
      text('orderId', length(0, 64)),
    ],
  },
  defaults: {
    appId: fromAccount('appId'),
    to: fromRecipient,
    orderId: fromJob('orderId'),
  },
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-2': rows.restrictedAccess,
    '-10': halt('customer balance insufficient', noMoney),
    '-16': rows.timestampExpired,
    '-18': rows.portProgramUnusual,
    '-22': rows.parameterException,
    '-26': rows.gettingFeeFailed,
    '-27': wait('period total send limit reached', {
      cause: 'the account has sent as many codes as it may in this period',
      remedy: 'wait: it is tried again; to send faster, ask the service for a higher limit',
    }),
    '-28': waitAlone('period send limit per phone reached', {
      cause: 'this number was sent as many codes as it may get in this period',
      remedy: 'wait: it is tried again; to give up earlier, set `until`',
    }),
    '-29': step('SMS content has sensitive words', {
      cause: 'the text of the template has words that the service does not send',
      remedy: "change the template in the service's console",
    }),
  },
  outputs: {
    verificationId: { type: 'string', from: 'data.verificationId' },
    snaUrl: { type: 'string', from: 'data.snaUrl' },
  },
  effect: 'effect',
  recipientField: 'to',
  channel: 'otp',
  naturalKey: 'orderId',
  recovery: 'retry',
  // The document lists no code for a repeated orderId; -20, "data existing" elsewhere, is assumed (`docs/assumptions.md`).
  receipt: '-20',
  takenStatus: '-20',
  expires: '5m',
  answersTo: 'to',
  noMoneyStatus: '-10',
  message: ({ body }) => ({
    type: 'code',
    parts: [
      ...fact('template', body['templateId']),
      ...fact('flow', body['flowId']),
      ...fact('channel', body['channel']),
    ],
  }),
};
