import { decimalOf } from '../ledger/money.ts';
import type { Decide } from './decision.ts';

/** Section "6. Balance query". */
export const queryBalance: Decide = ({ world, ledger }) => {
  if (world.account.user === 'locked') return { status: '-13', rule: 'sms.user.active' };
  const { balance, gift, credit } = ledger.money;
  return { fields: { balance: decimalOf(balance), gift: decimalOf(gift), credit: decimalOf(credit) }, facts: [] };
};
