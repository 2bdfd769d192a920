// node --import stalls.mjs …: how long the event loop was paused while the file is there that BENCH_SENDING names, as JSON in the
// file that BENCH_STALLS names.
import { existsSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { BENCH_SENDING: sending, BENCH_STALLS: stalls } = process.env;
if (isMainThread && sending !== undefined && stalls !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let isSending = false;
  const look = () => {
    if (isSending === existsSync(sending)) return;
    isSending = !isSending;
    if (isSending) delay.enable();
    else {
      delay.disable();
      clearInterval(timer);
      const delays = { maxMs: delay.max / 1e6, p999Ms: delay.percentile(99.9) / 1e6, meanMs: delay.mean / 1e6 };
      writeFileSync(stalls, JSON.stringify(delays));
    }
  };
  const timer = setInterval(look, 20);
  timer.unref();
}
