import type { OperationId } from './operation-id.ts';
import { statusOf } from './statuses.ts';

/** What usually leads to a status, and what to do about it. Each is a part of a sentence. */
export interface Advice {
  readonly cause: string;
  readonly remedy: string;
}

/** Undefined for success, and for a code that nobody documents. */
export function adviceOn(operation: OperationId, code: string): Advice | undefined {
  const status = statusOf(operation, code);
  if (status === undefined || status.disposition === 'accept') return undefined;
  const { meaning } = status;
  return Object.hasOwn(byMeaning, meaning) ? byMeaning[meaning] : aboutTheMessage;
}

/** Of the many statuses that are about one field of a message. */
const aboutTheMessage: Advice = {
  cause: 'a field of the message is missing, or is not as the service wants it',
  remedy: 'run `callsheet check`, which names the field and its line',
};

const noMoney: Advice = { cause: 'the account has no money left', remedy: 'top up the account' };
const noPrice: Advice = {
  cause: 'the account has no price for the country of these numbers',
  remedy: 'ask the service for a price for that country, then send to these people again',
};
const wrongKey: Advice = {
  cause: 'the key or the secret is wrong, or belongs to another account',
  remedy: 'check CALLSHEET_API_KEY and CALLSHEET_API_SECRET with `callsheet doctor`',
};
const wrongAddress: Advice = {
  cause: 'the account takes requests from named addresses only',
  remedy: 'have the service allow the address of this machine',
};
const wrongClock: Advice = { cause: "this machine's clock is wrong", remedy: "set this machine's clock" };
const wrongNumber: Advice = {
  cause: 'this is not a number that can be reached',
  remedy: 'correct the number in the list, or leave the person out with `exclude`',
};
const wrongSender: Advice = {
  cause: '`account.businessPhone` is mistyped',
  remedy: "copy it from the service's console: digits only, in quotes",
};
const ownFault: Advice = {
  cause: 'the service has a fault of its own',
  remedy: 'wait, as it is tried again; if it stays, ask the service',
};
const wrongValue: Advice = {
  cause: 'a value is not one that the service takes: often an id that does not belong to this account',
  remedy: "compare the ids in the step with the service's console",
};
const nameTaken: Advice = {
  cause: 'somebody has used this name already',
  remedy: 'give the task or the file another name',
};
const noTask: Advice = {
  cause: 'the id belongs to another account, or what it names was deleted',
  remedy: "copy the id from the service's console",
};
const full: Advice = {
  cause: 'the account has reached a limit of the service',
  remedy: 'wait, as it is tried again; to have more, ask the service',
};
const locked: Advice = { cause: 'the service has locked the account', remedy: 'ask the service to unlock the account' };
const notSigned: Advice = {
  cause: 'a proxy between this machine and the service takes headers away',
  remedy: 'let this machine reach the service directly',
};

/** By the words of the service's document: the same words mean the same for every operation. */
export const byMeaning: Readonly<Record<string, Advice>> = {
  'balance insufficient': noMoney,
  'customer balance insufficient': noMoney,
  'rate does not exist': noPrice,
  'no price agreed': noPrice,
  'getting fee failed': {
    cause: 'the service could not find the price',
    remedy: 'wait, as it is tried again; if it stays, ask whether the account has a price for these numbers',
  },
  'authentication error': wrongKey,
  'account authentication abnormal': wrongKey,
  'restricted IP access': wrongAddress,
  'IP restriction': wrongAddress,
  'IP not in the whitelist': wrongAddress,
  'timestamp expired': wrongClock,
  'user locked': locked,
  'workspace disabled': locked,
  'API key disabled': locked,
  'account not authenticated': {
    cause: 'the account was not verified yet',
    remedy: "have it verified in the service's console",
  },
  'recipient number too long': wrongNumber,
  'recipient number too short': wrongNumber,
  'recipient number format wrong; must be numeric': wrongNumber,
  'businessPhone too long': wrongSender,
  'businessPhone too short': wrongSender,
  'businessPhone format wrong; must be numeric': wrongSender,
  'business number does not exist': {
    cause: 'the account has no such WhatsApp number',
    remedy: "compare `account.businessPhone` with the numbers in the service's console",
  },
  'business number status abnormal': {
    cause: 'the WhatsApp number is blocked, limited, or not registered yet',
    remedy: "look at its state in the service's console",
  },
  'port program unusual': ownFault,
  'system anomaly': ownFault,
  'network exception or parameter error': ownFault,
  'parameter exception': wrongValue,
  'parameter verification abnormal': wrongValue,
  'data validation exception': wrongValue,
  'a field is empty or an id is wrong': wrongValue,
  'outside the time range': wrongValue,
  'data existing': nameTaken,
  'task name already exists': nameTaken,
  'outbound task name already exists': nameTaken,
  'data does not exist': noTask,
  'outbound task does not exist': noTask,
  'application does not exist': noTask,
  'data caps': { cause: full.cause, remedy: 'ask the service which limit that is, then send to these people again' },
  'submitted task exceeds the maximum concurrent task limit; finish a task before submitting again': full,
  'number of concurrent requests exceeds the upper limit': full,
  'queried too often': full,
  'period total send limit reached': {
    cause: 'the account has sent as many codes as it may in this period',
    remedy: 'wait, as it is tried again; to send faster, ask the service for a higher limit',
  },
  'period send limit per phone reached': {
    cause: 'this number was sent as many codes as it may get in this period',
    remedy: 'wait, as it is tried again while the code is valid',
  },
  'SMS content has sensitive words': {
    cause: 'the text of the template has words that the service does not send',
    remedy: "change the template in the service's console",
  },
  'no callable number was left when the task ended last time; start the group call task again': {
    cause: 'everybody of this task was reached, or may not be called again',
    remedy: 'nothing is left to redial; start a new group call for others',
  },
  'redial is allowed only when the task is canceled or completed': {
    cause: 'the calls of the task are still under way',
    remedy: 'wait, as it is tried again; or end the task in the service’s console',
  },
  'text and language type for conversion are required': {
    cause: 'the task reads a text aloud, and has none',
    remedy: "give the task its text and language in the service's console",
  },
  'failed to obtain the text language type': {
    cause: 'the task reads a text aloud in a language that the service does not have',
    remedy: "choose another language in the service's console",
  },
  'current task cannot be paused': {
    cause: 'the task has ended, or has not begun',
    remedy: "look at its state in the service's console",
  },
  'current task cannot be started': {
    cause: 'the task has ended, or is under way already',
    remedy: "look at its state in the service's console",
  },
  'customers not imported; cannot start': {
    cause: 'the task has nobody to call',
    remedy: "import its customers in the service's console",
  },
  'a daily dial-up task must be created between 9:00 and 20:00': {
    cause: 'it is too early or too late for a daily task',
    remedy: 'give the step hours between 09:00 and 20:00',
  },
  'customer custom property incomplete': {
    cause: 'customers of the task lack a value that its script says',
    remedy: "complete them in the service's console",
  },
  'this type of operation is not allowed in the word unbinding': {
    cause: 'the script of the task is not bound to it',
    remedy: "bind them in the service's console",
  },
  'search time interval cannot be greater than 32 days': {
    cause: 'the query is about more than 32 days',
    remedy: 'ask for a shorter time',
  },
  'Sign cannot be empty': notSigned,
  'Timestamp cannot be empty': notSigned,
  'Api-Key cannot be empty': notSigned,
};
