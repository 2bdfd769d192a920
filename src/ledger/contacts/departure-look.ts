import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { Later } from '../sql.ts';
import { isForbidden } from './judge-contact.ts';
import type { LedgerFile, TouchRequest } from './ledger.ts';

/**
 * The last look at the ledger, when the first byte of a request is about to be written: nothing can be waited for then. Between the
 * judgement and this moment a connection was made, and the process may have been stopped.
 */
export interface DepartureQuestion {
  /** To be awaited before `mayLeave` is asked. */
  readonly isReady: Later<void>;
  /** `unknown`: the ledger has not answered lately. */
  mayLeave(): 'allowed' | 'forbidden' | 'unknown';
  /** Nobody asks any more. */
  end(): void;
}

/** Of a file, which answers at once: the person is read only where anything was recorded since that generation. */
export function askFile(
  { generation, factsOf }: Pick<LedgerFile, 'factsOf' | 'generation'>,
  rules: ContactRules,
  request: TouchRequest,
  since: number,
): DepartureQuestion {
  return {
    isReady: undefined,
    mayLeave: () =>
      generation() === since || !isForbidden(rules, request, factsOf(request.key)) ? 'allowed' : 'forbidden',
    end() {},
  };
}
