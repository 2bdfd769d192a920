import type { Account } from '../account/account.ts';

/**
 * Server-sent events: `change` with the journal's length, and how often it was cut, whenever there is something new, at most ten times a second.
 * Readers then fetch what came after the last entry they have.
 */
export async function* eventStream(account: Account, closing: AbortSignal): AsyncIterable<string> {
  let wake: (() => void) | undefined;
  let changed = true;
  const notice = (): void => {
    changed = true;
    wake?.();
  };
  const unwatch = account.watch(notice);
  closing.addEventListener('abort', notice);
  try {
    while (!closing.aborted) {
      if (changed) {
        changed = false;
        yield `event: change\ndata: ${JSON.stringify({ count: account.journal.count, rewinds: account.rewinds })}\n\n`;
        await pause(100);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          // A line from time to time: a closed connection is only noticed by writing to it.
          setTimeout(resolve, 15_000).unref();
        });
        if (!changed) yield ': still here\n\n';
      }
    }
  } finally {
    unwatch();
    closing.removeEventListener('abort', notice);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
