// Preloaded by run-at-hour.mjs into every process and thread of a test run: moves the wall clock by SHIFT_CLOCK_MS.
const RealDate = Date;
const shiftMs = Number(process.env.SHIFT_CLOCK_MS);

function now() {
  return RealDate.now() + shiftMs;
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
