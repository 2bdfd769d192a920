import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNodeConsole } from '../../src/platform/node-process.ts';
import { interrupted } from '../../src/platform/ports.ts';

const question = vi.fn<() => Promise<string>>();
const close = vi.fn<() => void>();
vi.mock('node:readline/promises', () => ({ createInterface: () => ({ question, close }) }));

const { stdin } = process;
const errIsTerminal = process.stderr.isTTY;
const terminal = (isTTY: boolean, shows = isTTY): void => {
  Object.defineProperty(process, 'stdin', { value: { isTTY }, configurable: true });
  process.stderr.isTTY = shows;
};
afterEach(() => {
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  process.stderr.isTTY = errIsTerminal;
});

describe('a question before the first real send', () => {
  const ask = () => createNodeConsole({ colour: false, env: {} }).ask('Type yes: ');

  test('that is answered with Ctrl-C or Ctrl-D says so, and nothing has failed', async () => {
    terminal(true);
    question.mockRejectedValueOnce(Object.assign(new Error('Aborted with Ctrl+C'), { name: 'AbortError' }));
    expect(await ask()).toBe(interrupted);
    expect(close).toHaveBeenCalledOnce();
  });

  test('is answered by what is typed, and where there is no terminal by nobody', async () => {
    terminal(true);
    question.mockResolvedValueOnce('yes');
    expect(await ask()).toBe('yes');
    terminal(false);
    expect(await ask()).toBeUndefined();
    // Nobody sees the question.
    terminal(true, false);
    expect(await ask()).toBeUndefined();
  });
});
