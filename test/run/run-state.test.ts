import { expect, test } from 'vitest';
import { withPlan } from '../../src/run/run-state.ts';

const at = Date.parse('2026-11-23T12:00:00Z');

test.each([
  ['stopped', { exitCode: 4, at }, true, 'stopped'],
  ['stopped', { exitCode: 4, at }, false, 'finished'],
  ['finished', { exitCode: 3, at }, true, 'stopped'],
  ['finished', { exitCode: 0, at }, false, 'finished'],
  // Without a plan it is what its process said.
  ['stopped', { exitCode: 4, at }, undefined, 'stopped'],
  // Its process died.
  ['stopped', undefined, true, 'stopped'],
  ['stopped', undefined, false, 'finished'],
  ['paused', { exitCode: 4, at }, false, 'paused'],
  ['running', undefined, true, 'running'],
  ['new', undefined, true, 'new'],
] as const)('a run that is %s, ended with %j and has work left: %s, is %s', (state, ended, isLeft, seen) => {
  expect(withPlan({ state, ended }, isLeft)).toEqual({ state: seen, ended });
});
