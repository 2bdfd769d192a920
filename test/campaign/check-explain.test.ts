import { describe, expect, test } from 'vitest';
import { explain } from '../../src/cli/commands/explain.ts';
import { diagnosticCodes } from '../../src/diagnostic/codes.ts';
import type { Host } from '../../src/platform/ports.ts';
import { operationIds } from '../../src/service/contract/operation-id.ts';
import { statuses } from '../../src/service/contract/statuses.ts';

async function run(...words: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const console = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  return { exitCode: await explain({ words }, { console } as unknown as Host), out, err };
}

describe('explain', () => {
  test('a code', async () => {
    expect(await run('cs3006')).toEqual({
      exitCode: 0,
      out: `CS3006: A template uses the output of a step that is not listed under \`needs\`.

Without the need, the step might start before the output exists.

How to fix: Add the other step to \`needs\`.
`,
      err: '',
    });
  });

  test('an answer that on a repeat is the receipt of the first attempt', async () => {
    expect((await run('voice.redial', '-41')).out).toBe(`voice.redial -41: task name already exists

This job is rejected; the others continue.
After a lost response, this status confirms the lost attempt: the job is accepted.
`);
  });

  test('an answer of an operation, and the rules that earn it', async () => {
    expect(
      (await run('whatsapp.send', '-330')).out,
    ).toBe(`whatsapp.send -330: carousel body text empty or longer than 1024 characters

This job is rejected; the others continue.

Returned for:
  interactive.body       is required                           section “Carousel (interactive.type=carousel)”
  interactive.body.text  is required                           section “Carousel (interactive.type=carousel)”
  interactive.body.text  must be at most 1024 characters long  section “Carousel (interactive.type=carousel)”
`);
  });

  test('a key of the language', async () => {
    expect(
      (await run('steps.*.forEach.onlyIf.outcome')).out,
    ).toBe(`steps.*.forEach.onlyIf.outcome (text; required; in \`whatsapp.send\`, \`voice.redial\`, \`otp.send\`, \`aivoice.pause\` and \`sms.backfill\` steps)

How that recipient's job ended there. A job in doubt matches none of them: the person may have been reached.

One of:
  accepted
  rejected
  skipped
  expired

For example:
  outcome: accepted
`);
  });

  test('a key by its name alone', async () => {
    expect((await run('forEach')).out).toMatch(/^steps\.\*\.forEach \(/);
    expect((await run('concurrency')).out).toMatch(/^limits\.concurrency \(/);
  });

  test('a field of a request', async () => {
    expect((await run('steps.hello.with.text.body')).out).toContain('The text, at most 4096 characters.');
  });

  test.each([...Object.keys(diagnosticCodes), ...operationIds])('%s', async (word) => {
    const { exitCode, out } = await run(word);
    expect([exitCode, out.startsWith(word)]).toEqual([0, true]);
  });

  test.each(operationIds)('every answer that the document lists for %s', async (operation) => {
    for (const code of Object.keys(statuses[operation])) expect((await run(operation, code)).exitCode).toBe(0);
  });

  test('an answer that no table lists, and that is expected all the same', async () => {
    expect(await run('whatsapp.send', '-131')).toEqual({
      exitCode: 0,
      err: '',
      out: `whatsapp.send -131: assumed

A recipient who has not written within 24 hours gets -131, which no table lists.
The rule is shown, its status is not; the number lies between those of the same table.

To change it: sessions in a world file.
`,
    });
    expect((await run('otp.send', '-20')).out).toMatch(
      /^otp\.send -20: assumed\n\nA repeated orderId is answered -20\.\n/,
    );
  });

  test.each([
    [['CS30006'], 'There is nothing called CS30006; did you mean `CS3006`?\n'],
    [['sms'], 'There is nothing called sms; did you mean `sms.balance` or `sms.backfill`?\n'],
    [['otp.sent'], 'There is nothing called otp.sent; did you mean `otp.send`?\n'],
    [
      ['in', 'no', 'list'],
      'There is nothing called in no list; explain takes a code (CS3006), an operation (otp.send), an operation and its status (otp.send -22), a path (steps.*.uses), or a word ("in doubt")\n',
    ],
    [['in', 'dout'], 'There is nothing called in dout; did you mean `in doubt`?\n'],
    [['otp.sent', '-22'], 'The service has no operation otp.sent; did you mean `otp.send`?\n'],
    [['limits.rat'], '`limits` has no `rat`; did you mean `rate`?\n'],
    [['-22'], '-22 has a different meaning for each operation; name the operation: explain whatsapp.send -22\n'],
    [
      ['sms.balance', '-99'],
      "The service's document lists no -99 for sms.balance; such an answer rejects the job; it lists 0, -1, -2, -13, -16, -18\n",
    ],
  ])('%j is not known, and what is meant is guessed', async (words, err) => {
    expect(await run(...words)).toEqual({ exitCode: 2, out: '', err });
  });
});
