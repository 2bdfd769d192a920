// Loaded with --require: each process notes its arguments and its environment, as a line of JSON in the file ARGUMENTS.
const { appendFileSync } = require('node:fs');
const { basename } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const [, program = '', ...words] = process.argv;
if (isMainThread && basename(program) === 'main.js') {
  appendFileSync(process.env.ARGUMENTS, `${JSON.stringify({ words, env: process.env, execArgv: process.execArgv })}\n`);
}
