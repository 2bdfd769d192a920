import { createHash } from 'node:crypto';
import { textOf } from '../../service/operations/definition/message.ts';
import { spend } from '../ledger/money.ts';
import { type Decide, knowsApp, type Refusal, type Situation, unknown } from './decision.ts';
import { priceFor } from './prices.ts';

/** Section "3. Send verification code". */
export const sendCode: Decide = (situation) => {
  const { world, ledger, body } = situation;
  const refusalMessage = refuseReferences(situation) ?? refuseLimits(situation);
  if (refusalMessage !== undefined) return refusalMessage;
  const to = textOf(body.to);
  const price = priceFor(world, to);
  if (price === undefined) return { status: '-26', rule: 'otp.rate.known', detail: 'no rate for this number' };
  if (spend(ledger.money, price.otp) === undefined) return { status: '-10', rule: 'otp.balance.sufficient' };
  const verificationId = `verification-${ledger.ids + 1}`;
  const channel = textOf(body.channel) || 'sms';
  const orderId = textOf(body.orderId);
  // The content of snaUrl is not shown; a name under .invalid can never be reached by accident.
  const sna = channel === 'sna' ? { snaUrl: `https://sna.invalid/${verificationId}` } : {};
  return {
    fields: { data: { verificationId, to, channel, ...sna } },
    facts: [
      {
        fact: 'code',
        verificationId,
        code: codeFor(verificationId, to),
        to,
        ...(orderId === '' ? {} : { orderId }),
        cost: price.otp,
      },
    ],
  };
};

function refuseReferences({ world, ledger, body }: Situation): Refusal | undefined {
  if (!knowsApp(world, body.appId)) return unknown('-22', 'otp.appId.known');
  const template = world.templates.find(({ templateId }) => templateId === body.templateId);
  if (template === undefined) return unknown('-22', 'otp.templateId.known');
  if (typeof body.flowId === 'number' && !world.flows.includes(body.flowId)) return unknown('-22', 'otp.flowId.known');
  // No table lists a code for it (assumption `otp.repeated-order`).
  if (ledger.orderIds.has(textOf(body.orderId)))
    return { status: '-20', rule: 'otp.orderId.unique', detail: 'orderId has been used before' };
  return template.content === 'sensitive' ? { status: '-29', rule: 'otp.template.words' } : undefined;
}

function refuseLimits({ world, ledger, body, now }: Situation): Refusal | undefined {
  const { otpTotal, otpPerPhone } = world.limits;
  if (ledger.codesTotal.of('', now) >= otpTotal.count) return { status: '-27', rule: 'otp.limit.total' };
  const perPhone = ledger.codesPerPhone.of(textOf(body.to), now);
  return perPhone >= otpPerPhone.count ? { status: '-28', rule: 'otp.limit.phone' } : undefined;
}

/** Six digits, the same in every sandbox with the same history. */
function codeFor(verificationId: string, to: string): string {
  const digest = createHash('sha256').update(`${verificationId} ${to}`).digest();
  return String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
}
