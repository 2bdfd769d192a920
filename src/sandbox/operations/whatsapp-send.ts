import { textOf } from '../../service/operations/definition/message.ts';
import { sessionIsOpen } from '../ledger/ledger.ts';
import { spend } from '../ledger/money.ts';
import { type Decide, knowsApp, unknown } from './decision.ts';
import { priceFor } from './prices.ts';

/** Section "1. Send custom message". */
export const sendWhatsapp: Decide = ({ world, ledger, body, now }) => {
  const recipient = textOf(body.recipient);
  const businessPhone = textOf(body.businessPhone);
  if (!knowsApp(world, body.appId)) return unknown('-134', 'whatsapp.appId.known');
  const number = world.businessNumbers.find((candidate) => candidate.number === businessPhone);
  if (number === undefined) return { status: '-96', rule: 'whatsapp.businessPhone.known' };
  if (number.state === 'abnormal') return { status: '-97', rule: 'whatsapp.businessPhone.normal' };
  if (!sessionIsOpen({ world, ledger, now }, { recipient, businessPhone })) {
    return {
      // No table lists a code for it (assumption `whatsapp.session-closed`).
      status: '-131',
      rule: 'whatsapp.session.open',
      detail: 'the recipient has not written to the business number in the last 24 hours',
    };
  }
  const price = priceFor(world, recipient);
  if (price === undefined) return { status: '-69', rule: 'whatsapp.rate.known' };
  if (spend(ledger.money, price.whatsapp) === undefined) return { status: '-68', rule: 'whatsapp.balance.sufficient' };
  const messageId = `message-${ledger.ids + 1}`;
  return {
    fields: { data: { messageId, timestamp: Math.floor(now / 1000), channelType: 0 } },
    facts: [{ fact: 'message', messageId, cost: price.whatsapp }],
  };
};
