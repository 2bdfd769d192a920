import {
  type Disposition,
  full,
  noPrice,
  reject,
  rows,
  type Status,
  wait,
  wrongValue,
} from '../operations/definition/status.ts';
import { type OperationId, operations } from '../operations/operations.ts';

/** Section "Authentication" and the response tables: these hold for every call, also where an operation's table lacks them. */
export const generalStatuses: Readonly<Record<string, Status>> = {
  0: rows.success,
  '-1': rows.authenticationError,
  '-2': rows.restrictedAccess,
  '-16': rows.timestampExpired,
  '-30': rows.apiKeyDisabled,
  '-31': rows.addressNotListed,
};

/** Seen in public documents of this API, without the operations that answer them; the service's document has only -13, for balances. */
export const publicStatuses: Readonly<Record<string, Status>> = {
  '-13': rows.userLocked,
  '-14': reject('a field is empty or an id is wrong', wrongValue),
  '-15': wait('queried too often', full),
  '-19': reject('no price agreed', noPrice),
  '-25': reject('outside the time range', wrongValue),
};

/** The operation's own row, else the general one, else the one of public documents; undefined for any other code. */
export function statusOf(operation: OperationId, code: string): Status | undefined {
  return documentedStatus(operation, code) ?? ownEntry(publicStatuses, code);
}

/** A code that the service's own document shows for the operation. */
export function documentedStatus(operation: OperationId, code: string): Status | undefined {
  return ownEntry(operations[operation].statuses, code) ?? ownEntry(generalStatuses, code);
}

function ownEntry(table: Readonly<Record<string, Status>>, code: string): Status | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** An undocumented code refuses this one job; its reason is kept verbatim. */
export function dispositionOf(operation: OperationId, code: string): Disposition {
  return statusOf(operation, code)?.disposition ?? 'reject';
}
