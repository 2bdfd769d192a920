import type { ContactRules } from '../../../campaign/contact-rules.ts';
import { type Moment, thisMoment } from '../../postgres/term.ts';
import type { DepartureLook } from '../departure-look.ts';
import { isForbidden } from '../judge-contact.ts';
import type { TouchRequest } from '../ledger.ts';
import { departureMs, type StoreLedger } from './store-ledger.ts';

/** While requests are about to leave, the store is asked so often. */
const lookMs = 100;

interface Open {
  readonly request: TouchRequest;
  /** What was recorded until this generation is known. */
  since: number | undefined;
  isForbidden: boolean;
}

export interface StoreLook extends DepartureLook {
  /** Of the ledger, for all who ask: an answer is one for requests that are about to leave, too. */
  generation(): Promise<number>;
}

export function lookInStore(
  { generation, read }: Pick<StoreLedger, 'generation' | 'read'>,
  rules: ContactRules,
): StoreLook {
  const open = new Set<Open>();
  let latest: { readonly value: number; readonly askedAt: Moment } | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<number> => {
    const askedAt = thisMoment();
    const value = await generation();
    if (latest === undefined || askedAt.monotonic >= latest.askedAt.monotonic) latest = { value, askedAt };
    for (const { since } of open) if (since !== value) void lookNow();
    return value;
  };
  const look = async (): Promise<void> => {
    const value = await ask();
    const changed = [...open].filter(({ since }) => since !== value);
    if (changed.length === 0) return;
    const facts = await read(changed.map(({ request }) => request.key));
    changed.forEach((one, at) => {
      one.isForbidden = isForbidden(rules, one.request, facts[at]!);
      one.since = value;
    });
  };
  const lookNow = (): Promise<void> => {
    clearTimeout(timer);
    looking ??= look()
      // The next answer counts. Without one nothing leaves; the next write to the store says what is wrong with it.
      .catch(() => {})
      .finally(() => {
        looking = undefined;
        lookLater();
      });
    return looking;
  };
  const lookLater = (): void => {
    clearTimeout(timer);
    if (open.size > 0) timer = setTimeout(() => void lookNow(), lookMs).unref();
  };
  const isRecent = ({ askedAt }: { readonly askedAt: Moment }): boolean => {
    const now = thisMoment();
    return Math.max(now.monotonic - askedAt.monotonic, now.wall - askedAt.wall) <= departureMs;
  };

  return {
    generation: ask,
    begin(request) {
      const one: Open = { request, since: latest?.value, isForbidden: false };
      open.add(one);
      const isReady = one.since === undefined ? lookNow() : undefined;
      if (open.size === 1 && looking === undefined) lookLater();
      return {
        isReady,
        mayLeave() {
          if (latest === undefined || !isRecent(latest) || one.since !== latest.value) {
            void lookNow();
            return 'unknown';
          }
          // It leaves at once.
          open.delete(one);
          return one.isForbidden ? 'forbidden' : 'allowed';
        },
        end: () => void open.delete(one),
      };
    },
    close() {
      open.clear();
      clearTimeout(timer);
    },
  };
}
