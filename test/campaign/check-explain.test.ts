import { describe, expect, test } from 'vitest';
import { explain } from '../../src/cli/commands/explain.ts';
import { diagnosticCodes } from '../../src/diagnostic/codes.ts';
import type { Host } from '../../src/platform/ports.ts';
import { operationIds, operations } from '../../src/service/operations/operations.ts';

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

function run(...words: string[]): Promise<Run> {
  return runOn({ width: 100, outIsTerminal: false }, ...words);
}

async function runOn(terminal: { width: number; outIsTerminal: boolean }, ...words: string[]): Promise<Run> {
  let [out, err] = ['', ''];
  const print = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  const console = { ...print, ...terminal };
  return { exitCode: await explain({ words }, { console } as unknown as Host), out, err };
}

describe('explain', () => {
  test('a field that is a file takes its path, in whatever form the service wants its bytes', async () => {
    const said = /\(-\d+\)\n {6}in a campaign: the path of a file, which is encoded for you\n/;
    expect((await run('voice.redial')).out).toMatch(said);
    expect((await run('audio.upload')).out).toMatch(said);
    expect((await run('otp.send')).out).not.toMatch(said);
  });

  test('several words, one after another: codes, statuses, operations', async () => {
    const words = ['CS1001', 'otp.send', '-22', 'CS1002', 'whatsapp.send'];
    const each = [['CS1001'], ['otp.send', '-22'], ['CS1002'], ['whatsapp.send']];
    const texts = await Promise.all(each.map(async (one) => (await run(...one)).out));
    expect(await run(...words)).toEqual({ exitCode: 0, out: texts.join('\n'), err: '' });
    expect(await run('CS1001', 'CS9999')).toMatchObject({
      exitCode: 2,
      out: texts[0],
      err: expect.stringMatching(/^No entry for CS9999; .*\n$/),
    });
    expect((await run('in', 'doubt')).out).toBe((await run('in doubt')).out);
    expect((await run('in', 'dout')).err).toBe((await run('in dout')).err);
  });

  test('the window, by words of other tools for the time in which nothing starts', async () => {
    for (const words of [['quiet', 'days'], ['quiet hours'], ['quietDays'], ['blackout']])
      expect(await run(...words)).toEqual(await run('window'));
  });

  test('a code, with an example and what check prints about it', async () => {
    expect(await run('cs3006')).toEqual({
      exitCode: 0,
      out: `CS3006: A template uses the output of a step that is not listed under \`needs\`.

Without the need, the step might start before the output exists.

For example:

  campaign.yaml:
      campaign: spring
      timezone: Africa/Lagos
      steps:
        greeting: { uses: audio.upload, with: { file: spring.mp3 } }
        redial:
          uses: voice.redial
          with: { taskId: 1001, source: 1, voiceFileId: "{{ steps.greeting.fileId }}" }

  spring.mp3:
      ID3(sound)

  $ callsheet check campaign.yaml
  campaign.yaml:7:55 error CS3006 \`redial\` uses an output of \`greeting\` but does not need \`greeting\`
    6 |     uses: voice.redial
  > 7 |     with: { taskId: 1001, source: 1, voiceFileId: "{{ steps.greeting.fileId }}" }
      |                                                       ^^^^^^^^^^^^^^^^^^^^^
    8 |
    hint: add \`greeting\` to its \`needs\`
    see: campaign.yaml:4:3 \`greeting\` is here

  ✗ campaign.yaml: 1 error; run \`callsheet explain CODE\` for details

How to fix: Add the other step to \`needs\`.

In this example:

  -     uses: voice.redial
  +     uses: voice.redial
  +     needs: greeting
`,
      err: '',
    });
  });

  test('an answer that on a repeat is the receipt of the first attempt', async () => {
    expect((await run('voice.redial', '-41')).out).toBe(`voice.redial -41: task name already exists

This job is rejected; the others continue.
After a lost response, this status confirms the lost attempt: the job is accepted.

Usual cause: somebody has used this name already.
What to do: give the task or the file another name.
`);
  });

  test('an answer of an operation, and the rules that earn it', async () => {
    expect(
      (await run('whatsapp.send', '-330')).out,
    ).toBe(`whatsapp.send -330: carousel body text empty or longer than 1024 characters

This job is rejected; the others continue.

Usual cause: a field of the message is missing or wrong.
What to do: run \`callsheet check\`, which names the field and its line.

Returned for:
  interactive.body       is required                           section “Carousel (interactive.type=carousel)”
  interactive.body.text  is required                           section “Carousel (interactive.type=carousel)”
  interactive.body.text  must be at most 1024 characters long  section “Carousel (interactive.type=carousel)”
`);
  });

  test('a key of the language', async () => {
    expect(
      (await run('steps.*.forEach.onlyIf.outcome')).out,
    ).toBe(`steps.*.forEach.onlyIf.outcome (\`accepted\`, \`rejected\`, \`skipped\` or \`expired\`, or a list of these; required; in \`whatsapp.send\`, \`voice.redial\`, \`otp.send\`, \`aivoice.pause\` and \`sms.backfill\` steps)

How that recipient's job ended there, or a list of how it may have ended. A job in doubt matches none of them: the person may have been reached.

For example:
  outcome: accepted
  outcome: [skipped, expired]
`);
  });

  test('a key by its name alone, in every place that has it', async () => {
    expect(await run('rate')).toEqual({
      exitCode: 0,
      err: '',
      out: `limits.rate (a rate such as \`20/s\`, \`600/m\`, \`5000/h\` or \`1/6s\`)

Starts of jobs, over all steps together.

For example:
  rate: "50/s"

limits.account.rate (a rate such as \`20/s\`, \`600/m\`, \`5000/h\` or \`1/6s\`)

Starts of jobs, over all campaigns of the account together.

For example:
  rate: "50/s"

steps.*.rate (a rate such as \`20/s\`, \`600/m\`, \`5000/h\` or \`1/6s\`)

Starts of this step's jobs.

For example:
  rate: "20/s"
`,
    });
    const places = async (word: string): Promise<string[]> =>
      [...(await run(word)).out.matchAll(/^([a-zA-Z.*]+) \(/gm)].map(([, place = '']) => place);
    expect(await places('onlyIf')).toEqual(['steps.*.forEach.onlyIf']);
    expect(await places('where')).toEqual(['audiences.*.where', 'steps.*.forEach.where']);
    expect(await places('forEach.where')).toEqual(['steps.*.forEach.where']);
    expect(await places('window')).toEqual(['window', 'steps.*.window']);
    expect(await places('templateId')).toEqual(['steps.*.with.templateId']);
  });

  test('the request of a step, whose operation a path does not tell', async () => {
    expect((await run('steps.followUp.with')).out).toBe(`steps.followUp.with (a map)

The request, field for field as the service names it. Strings may be templates. \`callsheet explain\` lists the fields of an operation: \`callsheet explain otp.send\`.

For example:
  with: { type: text, text: { body: "Hello {{ recipient.first_name | default: 'there' }}" } }
`);
  });

  test('a field that means something else in each operation', async () => {
    expect(
      (await run('steps.*.with.appId')).out,
    ).toBe(`steps.*.with.appId (text; in \`whatsapp.send\`, \`voice.redial\`, \`otp.send\`, \`aivoice.pause\` and \`sms.backfill\` steps)

\`whatsapp.send\`: Id of the application that sends.
\`voice.redial\`: Application id. It appears in a sample of the document.
\`otp.send\`: Id of the application that sends, 4 to 32 characters.
\`aivoice.pause\`: Application id.
\`sms.backfill\`: Id of the SMS application.

For example:
  appId: sandbox-app
`);
  });

  test('all that it knows, within the columns of the terminal', async () => {
    const { out } = await runOn({ width: 60, outIsTerminal: true });
    expect(out.split('\n').filter((line) => line.length > 60)).toEqual([]);
    expect(out).toContain('\nKeys of the campaign file, by name or path, as in\n  `callsheet explain steps.*.uses`:\n');
  });

  test('an operation, within the columns of the terminal', async () => {
    expect(await runOn({ width: 60, outIsTerminal: true }, 'aivoice.pause')).toEqual({
      exitCode: 0,
      err: '',
      out: `aivoice.pause: POST /aivoice/taskStop

Has no outputs.
If the response is lost, the request is sent again with the
  same jobId.

For example:
  stopRobot:
    uses: aivoice.pause
    with: { jobId: 2001 }

Fields, and in parentheses the status for a request that
  breaks the rule:
  appId
      is required (-27); must be a String (-27)
      default: the \`appId\` of \`account\`
  jobId
      is required (-27); must be a Long, a whole number
      (-27)

Statuses:
  accepted
    0  success
  the run stops
    -1   authentication error
    -3   customer balance insufficient
    -6   restricted IP access
    -49  account not authenticated
    -57  Sign cannot be empty
    -58  Timestamp cannot be empty
    -59  Api-Key cannot be empty
  sent again with the clock corrected
    -4  timestamp expired
  this job is rejected
    -27  parameter verification abnormal
    -32  outbound task does not exist
    -33  outbound task name already exists
    -38  current task cannot be paused
    -39  current task cannot be started
    -45  customers not imported; cannot start
    -48  a daily dial-up task must be created between 9:00
         and 20:00
    -51  customer custom property incomplete
    -55  this type of operation is not allowed in the word
         unbinding
  the step stops
    -37  application does not exist
  retried
    -46  network exception or parameter error
  retried later
    -52  number of concurrent requests exceeds the upper
         limit
`,
    });
  });

  test('when a field is required', async () => {
    expect((await run('whatsapp.send')).out).toContain(`
  text, when type is text
      is required (-114); must be an Object (-134)
`);
  });

  test.each(operationIds)('%s in at most 100 columns', async (id) => {
    expect((await run(id)).out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  test('a field of a request', async () => {
    expect((await run('steps.hello.with.text.body')).out).toContain('The text, at most 4096 characters.');
  });

  test.each([...Object.keys(diagnosticCodes), ...operationIds])('%s', async (word) => {
    const { exitCode, out } = await run(word);
    expect([exitCode, out.startsWith(word)]).toEqual([0, true]);
  });

  test.each(operationIds)('every answer that the document lists for %s', async (operation) => {
    for (const code of Object.keys(operations[operation].statuses))
      expect((await run(operation, code)).exitCode).toBe(0);
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

  test('a status is explained for each operation that has it', async () => {
    const { exitCode, out, err } = await run('-22');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const ids = operationIds.filter((id) => '-22' in operations[id].statuses);
    const ofOne = await Promise.all(ids.map((id) => run(id, '-22')));
    expect(out).toBe(ofOne.map((one) => one.out).join('\n'));
    expect(ids.length).toBeGreaterThan(1);
  });

  test('what tables call given up is explained as cancelled', async () => {
    expect((await run('given', 'up')).out).toMatch(/^cancelled: .*gave up with `callsheet reconcile --drop`/);
  });

  test.each([
    [['CS30006'], 'No entry for CS30006; did you mean `CS3006`?\n'],
    [['sms'], 'No entry for sms; did you mean `sms.balance` or `sms.backfill`?\n'],
    [['lastInboud'], 'No entry for lastInboud; did you mean `lastInbound`?\n'],
    [['otp.sent'], 'No entry for otp.sent; did you mean `otp.send`?\n'],
    [
      ['in', 'no', 'list'],
      'No entry for in no list; explain takes a code (CS3006), an operation (otp.send), an operation and its status (otp.send -22), a path (steps.*.uses), or a word ("in doubt")\n',
    ],
    [
      ['503'],
      'No entry for 503; docs/assumptions.md says what HTTP statuses mean (`http.success`, `http.429`, `http.5xx`, `http.turned-away`, `http.status`)\n',
    ],
    [
      ['constructor'],
      'No entry for constructor; explain takes a code (CS3006), an operation (otp.send), an operation and its status (otp.send -22), a path (steps.*.uses), or a word ("in doubt")\n',
    ],
    [['in', 'dout'], 'No entry for in dout; did you mean `in doubt`?\n'],
    [['otp.sent', '-22'], 'The service has no operation otp.sent; did you mean `otp.send`?\n'],
    [['steps.forEach'], '`steps` has no `forEach`; did you mean `steps.*.forEach`?\n'],
    [['steps.forEach.onlyIf'], '`steps` has no `forEach`; did you mean `steps.*.forEach.onlyIf`?\n'],
    [['audiences.where'], '`audiences` has no `where`; did you mean `audiences.*.where`?\n'],
    [['limits.rat'], '`limits` has no `rat`; did you mean `rate`?\n'],
    [
      ['-99'],
      'No entry for -99; explain takes a code (CS3006), an operation (otp.send), an operation and its status (otp.send -22), a path (steps.*.uses), or a word ("in doubt")\n',
    ],
    [
      ['sms.balance', '-99'],
      "The service's document does not list -99 for sms.balance; such an answer rejects the job; it lists 0, -1, -2, -13, -16, -18\n",
    ],
  ])('%j is not known, and what is meant is guessed', async (words, err) => {
    expect(await run(...words)).toEqual({ exitCode: 2, out: '', err });
  });
});
