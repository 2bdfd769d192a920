#!/usr/bin/env node
import { keepCompiled } from './keep-compiled.ts';

keepCompiled();
// Only now: what is imported above is compiled before.
void import('./command-line.ts').then(async ({ commandLine }) => {
  process.exitCode = await commandLine(process.argv.slice(2));
});
