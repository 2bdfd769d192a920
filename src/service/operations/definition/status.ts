/** What usually leads to a status, and what to do about it. Each is a part of a sentence. */
interface Advice {
  readonly cause: string;
  readonly remedy: string;
}

/** Of the many statuses that are about one field of a message. */
const aboutTheMessage: Advice = {
  cause: 'a field of the message is missing or wrong',
  remedy: 'run `callsheet check`, which names the field and its line',
};

export const noMoney: Advice = { cause: 'the account has no money left', remedy: 'top up the account' };
export const noPrice: Advice = {
  cause: 'the account has no price for the country of these numbers',
  remedy: 'ask the service for a price for that country, then send to these people again',
};
export const wrongKey: Advice = {
  cause: 'the key or the secret is wrong, or belongs to another account',
  remedy: 'check CALLSHEET_API_KEY and CALLSHEET_API_SECRET with `callsheet doctor`',
};
export const wrongAddress: Advice = {
  cause: 'the account accepts requests only from listed addresses',
  remedy: 'ask the service to allow the address of this machine',
};
const wrongClock: Advice = { cause: "this machine's clock is wrong", remedy: "set this machine's clock" };
export const wrongNumber: Advice = {
  cause: 'this is not a number that can be reached',
  remedy: 'correct the number in the list, or leave the person out with `exclude`',
};
export const wrongSender: Advice = {
  cause: '`account.businessPhone` is mistyped',
  remedy: "copy it from the service's console: digits only, in quotes",
};
export const ownFault: Advice = {
  cause: 'the service has a fault of its own',
  remedy: 'wait: it is tried again; if it persists, ask the service',
};
export const wrongValue: Advice = {
  cause: 'the service does not accept a value: often an id that does not belong to this account',
  remedy: "compare the ids in the step with the service's console",
};
export const nameTaken: Advice = {
  cause: 'somebody has used this name already',
  remedy: 'give the task or the file another name',
};
export const noTask: Advice = {
  cause: 'the id belongs to another account, or what it names was deleted',
  remedy: "copy the id from the service's console",
};
export const full: Advice = {
  cause: 'the account has reached a limit of the service',
  remedy: 'wait: it is tried again; for more, ask the service',
};
export const locked: Advice = {
  cause: 'the service has locked the account',
  remedy: 'ask the service to unlock the account',
};
export const notSigned: Advice = {
  cause: 'a proxy between this machine and the service removes headers',
  remedy: 'let this machine reach the service directly',
};

/**
 * What an answer means for the run: `accept` settles the job; `reject` refuses this job only; `retry` backs off, for a few
 * attempts; `wait` tries later without using up an attempt; `resync` measures the clock and signs again; `step` no job of this step
 * can succeed; `halt` no job at all can.
 */
export type Disposition = 'accept' | 'reject' | 'retry' | 'wait' | 'resync' | 'step' | 'halt';

/** One row of the tables in section "Errors". The field rules have those that lead to it. */
export interface Status {
  /** The document's words. */
  readonly meaning: string;
  readonly disposition: Disposition;
  /** Undefined for success. */
  readonly advice?: Advice;
  /** To `wait` for one job, of its recipient or its task, does not keep the others of the step. */
  readonly ofOneJob?: true;
}

const accept = (meaning: string): Status => ({ meaning, disposition: 'accept' });
export const reject = failing('reject');
export const retry = failing('retry');
export const wait = failing('wait');
export const waitAlone = (meaning: string, advice: Advice): Status => ({ ...wait(meaning, advice), ofOneJob: true });
const resync = failing('resync');
export const step = failing('step');
export const halt = failing('halt');

function failing(disposition: Disposition) {
  return (meaning: string, advice: Advice = aboutTheMessage): Status => ({ meaning, disposition, advice });
}

/** Rows that several tables have. */
export const rows = {
  success: accept('success'),
  authenticationError: halt('authentication error', wrongKey),
  restrictedAccess: halt('restricted IP access', wrongAddress),
  addressNotListed: halt('IP not in the whitelist', wrongAddress),
  apiKeyDisabled: halt('API key disabled', locked),
  userLocked: halt('user locked', locked),
  timestampExpired: resync('timestamp expired', wrongClock),
  portProgramUnusual: retry('port program unusual', ownFault),
  parameterException: reject('parameter exception', wrongValue),
  dataValidationException: reject('data validation exception', wrongValue),
  dataExisting: reject('data existing', nameTaken),
  dataCaps: reject('data caps', {
    cause: full.cause,
    remedy: 'ask the service which limit that is, then send to these people again',
  }),
  gettingFeeFailed: retry('getting fee failed', {
    cause: 'the service could not find the price',
    remedy: 'wait: it is tried again; if it persists, ask whether the account has a price for these numbers',
  }),
};
