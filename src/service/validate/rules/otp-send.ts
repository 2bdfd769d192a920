import { digits } from './formats.ts';
import { integer, length, matches, oneOf, type RuleTable, required, text } from './rule.ts';

export const otpSend: RuleTable = {
  operation: 'otp.send',
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
};
