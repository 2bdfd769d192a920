// Preloaded into the processes whose pages are taken. In the first of them the clock reaches FIXED_CLOCK, in ms since 1970, after some
// seconds, as it waits before it makes a plan; then, and in processes that it starts, it is always FIXED_CLOCK.
const RealDate = Date;
const fixed = Number(process.env.FIXED_CLOCK);
const runsMs = Number(process.env.CLOCK_RUNS_MS ?? 0);
process.env.CLOCK_RUNS_MS = '0';
const begun = RealDate.now();

function now() {
  return fixed - Math.max(0, runsMs - (RealDate.now() - begun));
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
