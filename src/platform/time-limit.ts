/** A signal that is aborted after so long, or when the outer one is. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** To be called when it is no longer needed. */
  clear(): void;
}

/** Has a timer of its own: Node 20 may collect an `AbortSignal.timeout` inside `AbortSignal.any` before it fires. */
export function createTimeLimit(ms: number, outer: AbortSignal): TimeLimit {
  const limit = new AbortController();
  const abort = (): void => limit.abort();
  const timer = setTimeout(abort, ms);
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort);
  return {
    signal: limit.signal,
    clear() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
