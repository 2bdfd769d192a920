import type { OperationId } from '../contract/operation-id.ts';
import { countCharacters } from './rules/characters.ts';
import type { Body } from './rules/rule.ts';

/** A field that public documents of this API restrict, and the service's own document does not: never more than a warning. */
export interface PublicLimit {
  readonly field: string;
  /** Read after "public documents of this API say": `2 to 64 characters`. */
  readonly says: string;
}

interface Limit extends PublicLimit {
  /** Whether the body keeps to it; asked only if the field is there. */
  readonly holds: (value: unknown, body: Body) => boolean;
}

/** What a body breaks of these limits (assumption `redial.public-limits`). */
export function publicLimitsBroken(operation: OperationId, body: Body): readonly PublicLimit[] {
  if (operation !== 'voice.redial') return [];
  return limits.filter(({ field, holds }) => {
    const value = body[field];
    return value !== undefined && value !== null && !holds(value, body);
  });
}

export function formatPublicLimit({ field, says }: PublicLimit, name: (field: string) => string = String): string {
  return `${name(field)}: public documents of this API say ${says}; the contract does not`;
}

const languages = ['EN', 'VN', 'JP', 'ARB', 'DE', 'IN', 'IT', 'KR', 'RU', 'ES', 'PT', 'IDN', 'BD', 'TH'];
const pushes = ['feedbackPush', 'successPush', 'failedPush', 'ringPush'];

const limits: readonly Limit[] = [
  { field: 'taskName', says: '2 to 64 characters', holds: characters(2, 64) },
  { field: 'displayNum', says: 'at most 20 digits', holds: (value) => /^\+?\d{0,20}$/.test(String(value)) },
  { field: 'uploadName', says: '5 to 32 characters', holds: characters(5, 32) },
  { field: 'text', says: 'at most 1,000 characters', holds: characters(0, 1000) },
  { field: 'lan', says: `one of ${languages.join(', ')}`, holds: (value) => languages.includes(String(value)) },
  {
    field: 'accent',
    says: 'the calling code of a country, such as 91',
    holds: (value) => /^\+?\d{1,4}$/.test(String(value)),
  },
  { field: 'loopCount', says: '1 to 9', holds: within(1, 9) },
  { field: 'maxCalls', says: 'at most 999 seconds', holds: within(0, 999) },
  {
    field: 'hangUpSms',
    says: `that no SMS is sent without one of ${pushes.join(', ')}`,
    holds: (value, body) => value !== 1 || pushes.some((push) => body[push] === 1),
  },
  { field: 'smsContent', says: 'at most 1,000 characters', holds: characters(0, 1000) },
  { field: 'senderId', says: 'the sender of the SMS on hang-up, at most 32 characters', holds: characters(0, 32) },
  {
    field: 'feedbackPush',
    says: 'that it needs feedbackValue',
    holds: (value, { feedbackValue }) => value !== 1 || (feedbackValue !== undefined && feedbackValue !== null),
  },
  {
    field: 'successPush',
    says: 'that it needs successPushTime',
    holds: (value, { successPushTime }) => value !== 1 || (successPushTime !== undefined && successPushTime !== null),
  },
  { field: 'successPushTime', says: '0 to 9,999 seconds', holds: within(0, 9999) },
  {
    field: 'resendType',
    says: '0 for everybody again, or 1 for those who were not reached',
    holds: (value) => value === 0 || value === 1,
  },
  {
    field: 'numberList',
    says: 'that it belongs to the creation of a task, and that a redial calls the numbers of the task',
    holds: (value) => Array.isArray(value) && value.length === 0,
  },
];

function characters(least: number, most: number): Limit['holds'] {
  return (value) => {
    const count = countCharacters(String(value));
    return count >= least && count <= most;
  };
}

function within(least: number, most: number): Limit['holds'] {
  return (value) => typeof value !== 'number' || (value >= least && value <= most);
}
