import { expect, test } from 'vitest';
import { createCampaignRig, once, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { screenOf } from '../rig/screen.ts';
import { hasTerminal, startAtTerminal } from '../rig/terminal.ts';

const columns = 80;
const ctrlC = '\u0003';
const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

const escape = new RegExp(String.raw`\u001b\[[?\d;]*[A-Za-z]`, 'g');
/** All that a run may send beside text: moves up, erasing, colours. It hides no cursor and sets no mode. */
const sequences = (output: string): readonly string[] =>
  [...new Set([...output.matchAll(escape)].map(([sequence]) => sequence.replace(/\d+/, 'n')))].sort();

test.skipIf(!hasTerminal)('a second Ctrl-C says what is unanswered, and leaves the terminal as it was', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(6));
  await rig.campaign(whatsappStep + otpStep, 'limits: { concurrency: 3 }');
  await rig.fault({ kind: 'hang', when: 'after' });
  const place = { cwd: rig.folder, env: rig.env };
  const run = startAtTerminal([main, 'run', 'campaign.yaml', '--yes'], place, columns);
  await run.shows(/0 of 6/);
  await rig.answered(1);
  run.type(ctrlC);
  await run.shows(/stopping: waiting for 1 request in flight/);
  run.type(ctrlC);
  const { code, output } = await run.ended;
  expect(code).toBe(4);
  expect(sequences(output)).toEqual(['\u001b[J', '\u001b[nA']);
  const shown = screenOf(output, columns);
  const from = shown.findIndex((line) => line.includes('SIGINT: stopping after'));
  expect(shown.slice(from).map((line) => line.replace(/^\w{3} .*\d\d:\d\d:\d\d/, 'TIME').replace('^C', ''))).toEqual([
    'SIGINT: stopping after the requests in flight. Press Ctrl-C again to quit now.',
    'TIME  stopping (SIGINT): waiting for 1 job in flight',
    'Quit with 1 request unanswered: hello[234…0001]. In the next run, 1 will be in',
    '  doubt: a person must decide.',
    '',
  ]);
});

test.skipIf(!hasTerminal)('a run goes on at a terminal when more is sent again than is left', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(4));
  const waves = 'forEach: { audience: members, waves: [3, rest], between: { promote: person } }';
  await rig.campaign(otpStep.replace('forEach: members', waves));
  await rig.fault({ kind: 'status', status: '-22', times: 3 });
  const place = { cwd: rig.folder, env: rig.env };
  const run = startAtTerminal([main, 'run', 'campaign.yaml', '--yes'], place, columns);
  await run.shows(/wave 1 of 2 is over[^]* 3 of 4/);
  await rig.callsheet(['reconcile', 'campaign.yaml', '--resend', 'code', '--where', 'job.state=rejected']).ended;
  await rig.answered(6);
  await run.shows(/ 0 of 4[^]* 3 of 4/);
  await rig.callsheet(['promote', 'campaign.yaml']).ended;
  const { code, output } = await run.ended;
  expect([code, screenOf(output, columns).join('\n')]).toEqual([0, expect.stringContaining('Done. Nothing is left')]);
});

test.skipIf(!hasTerminal)('status --follow draws the same lines again, with the time, until the run ends', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(otpStep, 'limits: { concurrency: 1 }');
  await rig.fault({ kind: 'hang', when: 'after', times: 1 });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(1);
  const place = { cwd: rig.folder, env: rig.env };
  const status = startAtTerminal([main, 'status', 'campaign.yaml', '--follow'], place, columns);
  // Drawn at least twice, as the time goes on.
  await status.shows(/running[^]*running/);
  run.kill('SIGKILL');
  const { code, output } = await status.ended;
  expect(code).toBe(0);
  expect(sequences(output)).toEqual(['\u001b[J', '\u001b[nA']);
  const shown = screenOf(output, columns).map((line) => line.replace(/^\w{3} .*\d\d:\d\d:\d\d/, 'TIME'));
  expect(shown.slice(0, 7)).toEqual([
    'TIME',
    '',
    'trial, run 1: stopped with work left; continue with',
    '  `callsheet run campaign.yaml`',
    'Its process died: it was killed, it crashed, or its machine stopped.',
    '',
    '          accepted  rejected  skipped  expired  in doubt  pending',
  ]);
  expect(shown.filter((line) => line === 'TIME')).toHaveLength(1);
});

test.skipIf(!hasTerminal)('status --follow counts no job as done that is in flight', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(80));
  await rig.campaign(otpStep, 'limits: { concurrency: 8 }');
  await rig.fault({ kind: 'delay', ms: 500 });
  const run = rig.process(['run', 'campaign.yaml', '--yes']);
  await rig.answered(1);
  const place = { cwd: rig.folder, env: rig.env };
  const { output } = await startAtTerminal([main, 'status', 'campaign.yaml', '--follow'], place, columns).ended;
  await run.ended;
  const drawn = output.split('\u001b[J').map((text) => ({
    done: / (\d+) of 80, /.exec(text)?.[1],
    accepted: /\n {2}code +(\d+) /.exec(text)?.[1],
  }));
  const withSpeed = drawn.filter(({ done }) => done !== undefined);
  expect(withSpeed).not.toEqual([]);
  expect(withSpeed.filter(({ done, accepted }) => done !== accepted)).toEqual([]);
});

test.skipIf(!hasTerminal)('status --follow counts down to what is next', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(2));
  await rig.campaign(`${otpStep}\nlater: { uses: sms.balance, needs: code, delay: 50s }`);
  const run = rig.callsheet(['run', 'campaign.yaml', '--yes']);
  await run.line(/later waits/);
  const place = { cwd: rig.folder, env: rig.env };
  const status = startAtTerminal([main, 'status', 'campaign.yaml', '--follow'], place, columns);
  await status.shows(/\(in (\d+ \w+)\)[^]*\(in (?!\1\))\d+ \w+\)/);
  run.kill('SIGINT');
  await run.ended;
  expect((await status.ended).code).toBe(0);
});

test.skipIf(!hasTerminal)('watch begins a new screen with each save', async () => {
  await using rig = await createCampaignRig();
  const [first, second] = people(2) as [string, string];
  await rig.members([first]);
  await rig.campaign(otpStep);
  const place = { cwd: rig.folder, env: rig.env };
  const watch = startAtTerminal([main, 'watch', 'campaign.yaml'], place, columns);
  await watch.shows(/1 to send of 1[^]*Watching for changes/);
  await rig.members([first, second]);
  await watch.shows(/1  added[^]*Watching for changes/);
  watch.type(ctrlC);
  const { code, output } = await watch.ended;
  expect(code).toBe(0);
  expect(sequences(output)).toEqual(['\u001b[J', '\u001b[nA']);
  const shown = screenOf(output, columns).map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'TIME'));
  expect(shown.slice(0, 2)).toEqual(['', 'TIME  members.csv changed']);
  expect(shown.join('\n')).toContain(' 1  added: 234…0002');
  expect(shown.join('\n')).not.toContain('1 to send of 1\n');
});

test.skipIf(!hasTerminal)('watch --run asks after each save that adds people; a no ends nothing', async () => {
  await using rig = await createCampaignRig();
  const [first, second, third] = people(3) as [string, string, string];
  await rig.members([first]);
  await rig.campaign(otpStep);
  const place = { cwd: rig.folder, env: rig.env };
  const watch = startAtTerminal([main, 'watch', 'campaign.yaml', '--run'], place, columns);
  await watch.shows(/Send 1 request to \S+ Type y or yes: /);
  watch.type('n\r');
  await watch.shows(/Nothing was sent\.\s+Watching for changes/);
  expect(rig.requests()).toEqual([]);
  await rig.members([first, second]);
  await watch.shows(/Send 2 requests to \S+ Type y or yes: /);
  // Saved while the question is open: the yes is to what was shown.
  await rig.members([first, second, third]);
  watch.type('y\r');
  await watch.shows(/2 accepted[^]*code: 1 person added[^]*Send 1 request to \S+ Type y or yes: /);
  expect(rig.effects('otp.send')).toEqual(once([first, second]));
  watch.type('y\r');
  await watch.shows(/3 accepted[^]*Watching for changes/);
  watch.type(ctrlC);
  const { code, output } = await watch.ended;
  expect(code).toBe(0);
  // The question shows the plan, which is not shown before it as well.
  expect(output.match(/1 to send of 1$/gm)).toHaveLength(1);
  expect(rig.effects('otp.send')).toEqual(once([first, second, third]));
});

test.skipIf(!hasTerminal)('nobody confirms a question that only a log shows', async () => {
  await using rig = await createCampaignRig();
  const data = JSON.stringify({ appId: 'sandbox-app', templateId: 31, to: '2348030000001' });
  // As `callsheet … 2>log` of a shell.
  const inShell = `const words = ${JSON.stringify([main, 'call', 'otp.send', '--data', data])};
    const options = { stdio: ['inherit', 'inherit', 'pipe'], encoding: 'utf8' };
    console.log(require('node:child_process').spawnSync(process.execPath, words, options).stderr);`;
  const shell = startAtTerminal(['-e', inShell], { cwd: rig.folder, env: rig.env }, columns);
  shell.type('y\r');
  const { output } = await shell.ended;
  expect(output).toContain('Nothing was sent: type y or yes to confirm, or pass --yes.');
  expect(rig.requests()).toEqual([]);
});

test.skipIf(!hasTerminal)('Ctrl-C at the question of a watch ends the watch, and nothing is sent', async () => {
  await using rig = await createCampaignRig();
  await rig.members(people(3));
  await rig.campaign(otpStep);
  const place = { cwd: rig.folder, env: rig.env };
  const watch = startAtTerminal([main, 'watch', 'campaign.yaml', '--run'], place, columns);
  await watch.shows(/Type y or yes/);
  watch.type(ctrlC);
  const { code, output } = await watch.ended;
  expect({ code, sent: rig.requests() }).toEqual({ code: 0, sent: [] });
  expect(output).toContain('Nothing was sent.');
});
