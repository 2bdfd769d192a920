// Preloaded by run-at-hour.mjs into every process and thread of a test run: moves the wall clock by SHIFT_CLOCK_MS.
// By as many milliseconds as SKIPPED_TIME, a file, has at a moment, the monotonic clock is ahead, too.
const { readFileSync } = require('node:fs');

const RealDate = Date;
const { SHIFT_CLOCK_MS = '0', SKIPPED_TIME } = process.env;
const shiftMs = Number(SHIFT_CLOCK_MS);

function now() {
  return RealDate.now() + shiftMs + skippedMs();
}

function skippedMs() {
  return SKIPPED_TIME === undefined ? 0 : Number(readFileSync(SKIPPED_TIME, 'utf8'));
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
