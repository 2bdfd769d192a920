// Preloaded by run-at-hour.mjs into every process and thread of a test run: moves the wall clock by SHIFT_CLOCK_MS.
// From SLOW_CLOCK_SINCE on it runs twenty times slower. With SLOW_CLOCK_AT_SIGNAL it does so from SIGUSR2 on,
// and so does the monotonic clock. By as many milliseconds as SKIPPED_TIME, a file, has at a moment, both clocks are ahead.
const { readFileSync } = require('node:fs');

const RealDate = Date;
const { SHIFT_CLOCK_MS = '0', SLOW_CLOCK_SINCE = 'Infinity', SLOW_CLOCK_AT_SIGNAL, SKIPPED_TIME } = process.env;
const shiftMs = Number(SHIFT_CLOCK_MS);
const slowness = 20;
let slowSince = Number(SLOW_CLOCK_SINCE);

function now() {
  return Math.round(slowed(RealDate.now(), slowSince)) + shiftMs + skippedMs();
}

function skippedMs() {
  return SKIPPED_TIME === undefined ? 0 : Number(readFileSync(SKIPPED_TIME, 'utf8'));
}

function slowed(real, since) {
  return real <= since ? real : since + (real - since) / slowness;
}

if (SLOW_CLOCK_AT_SIGNAL !== undefined) {
  const steady = performance.now.bind(performance);
  process.once('SIGUSR2', () => {
    const since = steady();
    slowSince = RealDate.now();
    performance.now = () => slowed(steady(), since);
  });
}

if (SKIPPED_TIME !== undefined) {
  const steady = performance.now.bind(performance);
  performance.now = () => steady() + skippedMs();
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now()] : words, made === globalThis.Date ? target : made),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

// Node writes the Date of an answer by a clock of its own.
const { ServerResponse } = require('node:http');
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...words) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, words);
};
