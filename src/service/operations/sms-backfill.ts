import { digitsWithPlus } from './definition/formats.ts';
import { fact } from './definition/message.ts';
import { fromAccount, fromRecipient, type Operation } from './definition/operation.ts';
import { assumed, matches, required, text } from './definition/rule.ts';

export const smsBackfill: Operation<'sms.backfill'> = {
  id: 'sms.backfill',
  method: 'POST',
  path: '/sms/postback/backfill',
  envelope: 'status',
  does: 'Report the status of a verification SMS back to the service.',
  words: 'SMS status, reported back',
  example: `report:
  uses: sms.backfill
  forEach: members
  with: { msgid: "{{ recipient.message_id }}", time: "{{ recipient.verified_at }}" }
`,
  withExample: { msgid: '{{ steps.code.verificationId }}' },
  request: {
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
  },
  defaults: {
    appId: fromAccount('smsAppId', 'appId'),
    number: fromRecipient,
    time: { from: 'start', words: 'the start of the job' },
  },
  // Only 0 is listed, which is general.
  statuses: {},
  outputs: {},
  effect: 'effect',
  recipientField: 'number',
  recovery: 'retry',
  again: 'says',
  pathElsewhere: '/v3/postback/backfill',
  withoutData: true,
  message: ({ body }) => ({
    type: 'backfill',
    parts: [...fact('message', body['msgid']), ...fact('time', body['time'])],
  }),
};
