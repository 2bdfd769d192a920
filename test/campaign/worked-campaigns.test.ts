import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { operationIds } from '../../src/service/operations/operations.ts';
import { startCommand } from '../rig/command.ts';

interface Outcome {
  readonly accepted: number;
  readonly skipped: number;
}

const campaigns: ReadonlyArray<readonly [string, Outcome]> = [
  ['careful-launch', { accepted: 234, skipped: 1 }],
  ['operations', { accepted: 5, skipped: 0 }],
  ['otp-verification', { accepted: 140, skipped: 80 }],
  ['spring-renewal', { accepted: 236, skipped: 179 }],
  ['whatsapp-showcase', { accepted: 700, skipped: 0 }],
];

const state = mkdtempSync(join(tmpdir(), 'callsheet-worked-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

describe.each(campaigns)('campaigns/%s.yaml', (name, outcome) => {
  const file = `campaigns/${name}.yaml`;

  test('checks without an error', async () => {
    const { code, stdout } = await callsheet('check', file, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ errorCount: 0 });
  });

  test('plans to send all of it in time', async () => {
    const { code, stdout } = await callsheet('plan', file, '--at', '2026-11-23 08:30', '--format', 'json');
    expect(code).toBe(0);
    const plan = JSON.parse(stdout) as { totals: object };
    expect(plan.totals).toMatchObject({ toSend: outcome.accepted, done: 0, inDoubt: 0 });
  });

  test('runs against the sandbox to the end that was planned', async () => {
    const events = await run(file);
    expect(events.at(-1)).toEqual(finished(outcome));
    expect(acceptedIn(events)).toHaveLength(outcome.accepted);
  });

  test('sends nothing when it is run again', async () => {
    const events = await run(file);
    expect(events.at(-1)).toEqual(finished(outcome));
    expect(acceptedIn(events)).toEqual([]);
  });
});

test('every campaign in the folder is among them', () => {
  const files = readdirSync('campaigns').filter((name) => name.endsWith('.yaml'));
  expect(files.sort()).toEqual(campaigns.map(([name]) => `${name}.yaml`));
});

test('together they use every operation, and every type of WhatsApp message', () => {
  const text = campaigns.map(([name]) => readFileSync(`campaigns/${name}.yaml`, 'utf8')).join('\n');
  expect(operationIds.filter((id) => !text.includes(`uses: ${id}\n`))).toEqual([]);
  const types = ['text', 'image', 'audio', 'video', 'location', 'document', 'sticker', 'interactive', 'contacts'];
  const interactive = ['list', 'button', 'location_request_message', 'carousel'];
  expect([...types, ...interactive].filter((type) => !new RegExp(`\\btype: ${type}\\b`).test(text))).toEqual([]);
});

interface Event {
  readonly event: string;
  readonly state?: string;
}

async function run(file: string): Promise<Event[]> {
  const { stdout } = await callsheet('run', file, '--sandbox', '--yes', '--format', 'json', '--state', state);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
}

function acceptedIn(events: readonly Event[]): Event[] {
  return events.filter((event) => event.event === 'job' && event.state === 'accepted');
}

function finished({ accepted, skipped }: Outcome): object {
  const summary = { accepted, rejected: 0, skipped, expired: 0, inDoubt: 0, pending: 0 };
  return expect.objectContaining({ event: 'finished', exitCode: 0, summary }) as object;
}

function callsheet(...words: readonly string[]) {
  return startCommand(words, { cwd: process.cwd() }).ended;
}
