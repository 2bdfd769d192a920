// Preloaded into the processes whose pages are taken. The clock of the first of them begins at CLOCK_BEGINS and goes on, as it waits
// before it makes a plan, until the file CLOCK_ENDS is there or it reaches FIXED_CLOCK; then, and in processes that it starts, it is
// always FIXED_CLOCK. All are in ms since 1970.
const { existsSync } = require('node:fs');

const RealDate = Date;
const fixed = Number(process.env.FIXED_CLOCK);
const begins = Number(process.env.CLOCK_BEGINS ?? fixed);
const ends = process.env.CLOCK_ENDS ?? '';
process.env.CLOCK_BEGINS = String(fixed);
const begun = RealDate.now();
let isFixed = false;

function now() {
  const at = begins + RealDate.now() - begun;
  isFixed ||= at >= fixed || existsSync(ends);
  return isFixed ? fixed : at;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
