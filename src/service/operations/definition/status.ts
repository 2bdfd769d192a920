import {
  type Advice,
  aboutTheMessage,
  full,
  locked,
  nameTaken,
  ownFault,
  wrongAddress,
  wrongClock,
  wrongKey,
  wrongValue,
} from './advice.ts';

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
  /** To `wait` for one recipient does not keep the others of the step. */
  readonly ofOneRecipient?: true;
}

export const accept = (meaning: string): Status => ({ meaning, disposition: 'accept' });
export const reject = failing('reject');
export const retry = failing('retry');
export const wait = failing('wait');
export const resync = failing('resync');
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
