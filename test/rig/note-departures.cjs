// Loaded with --require: notes when the process writes the first byte of each request, in the file DEPARTURES.
const { appendFileSync } = require('node:fs');
const { Socket } = require('node:net');

const { write } = Socket.prototype;
Socket.prototype.write = function (...args) {
  if (typeof args[0] === 'string' && args[0].startsWith('POST ')) {
    appendFileSync(process.env.DEPARTURES, `${Date.now()}\n`);
  }
  return Reflect.apply(write, this, args);
};
