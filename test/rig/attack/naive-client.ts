import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { CampaignFile, StepEntry } from './attacked-campaign.ts';

/*
 * A sender as one is written in an afternoon, with the arguments of `callsheet`. It keeps none of the promises: it sends again
 * after a "later", takes every other answer for a refusal, saves its progress now and then, holds no lock, compares
 * numbers as they are written, asks nothing again before the first byte, ignores approved plans, and prints the answers.
 */

interface Row {
  readonly step: string;
  readonly key: string;
  state: string;
  reason?: string;
}

const paths: Readonly<Record<string, string>> = {
  'whatsapp.send': '/wa/custom/sendMsg',
  'otp.send': '/otp/verification/send',
  'voice.redial': '/voice/group/call/resend',
};
const plainAgent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true });

const [command = '', file = ''] = process.argv.slice(2);
const campaign = JSON.parse(readFileSync(file, 'utf8')) as CampaignFile;
const state = `.naive/${(campaign.starts ?? '1').slice(0, 10)}.json`;
const rows = readRows();

if (command === 'run') void run();
else if (command === 'report') process.stdout.write(`${JSON.stringify(rows)}\n`);

function readRows(): Row[] {
  try {
    return JSON.parse(readFileSync(state, 'utf8')) as Row[];
  } catch {
    return [];
  }
}

function save(): void {
  mkdirSync('.naive', { recursive: true });
  writeFileSync(state, JSON.stringify(rows));
}

async function run(): Promise<void> {
  for (const [id, step] of Object.entries(campaign.steps)) {
    const left = peopleOf(step).filter((person) => !rows.some((row) => row.step === id && row.key === person.phone));
    const concurrency = Number(campaign.limits['concurrency']);
    const lane = async (): Promise<void> => {
      for (let person = left.shift(); person !== undefined; person = left.shift()) await deliver(id, step, person);
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
    save();
  }
}

interface Person {
  readonly phone: string;
  readonly name: string;
}

function peopleOf({ forEach }: StepEntry): Person[] {
  const { members } = campaign.audiences;
  const excluded = (members?.exclude ?? []).flatMap(listIn).map(({ phone }) => phone);
  const people = listIn(members?.file ?? '').filter(({ phone }) => !excluded.includes(phone));
  if (typeof forEach !== 'object') return people;
  const { step, outcome } = forEach.onlyIf;
  return people.filter(({ phone }) =>
    rows.some((row) => row.step === step && row.key === phone && row.state === outcome),
  );
}

function listIn(name: string): Person[] {
  const lines = readFileSync(name, 'utf8').split('\n').slice(1);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [phone = '', person = ''] = line.replaceAll('"', '').split(',');
      return { phone, name: person };
    });
}

async function deliver(id: string, step: StepEntry, person: Person): Promise<void> {
  const digits = person.phone.replace(/\D/g, '');
  const fill = (text: string): string =>
    text
      .replaceAll('{{ recipient.name }}', person.name)
      .replaceAll('{{ recipient.phone }}', digits)
      .replaceAll(/\{\{ env\.(\w+)[^}]*\}\}/g, (_, name: string) => process.env[name] ?? 'TEST SHOP');
  const own = JSON.parse(fill(JSON.stringify(step.with))) as Record<string, unknown>;
  const body = {
    ...campaign.account,
    channelType: 0,
    recipient: digits,
    to: digits,
    taskName: `${id}-${digits}`,
    orderId: `${id}-${digits}`,
    ...own,
  };
  for (let left = 5; left > 0; left--) {
    const { http, text } = await post(paths[step.uses] ?? '/', body);
    const { status, code, reason, msg } = fieldsOf(text);
    const isDone = (status ?? code) === '0';
    const words = reason ?? msg ?? String(http);
    if (!isDone && (http === 0 || http === 429 || http === 503)) continue;
    rows.push({
      step: id,
      key: person.phone,
      ...(isDone ? { state: 'accepted' } : { state: 'rejected', reason: words }),
    });
    if (!isDone) process.stderr.write(`${person.phone} was refused: ${words}\n`);
    if (rows.length % 10 === 0) save();
    return;
  }
}

function fieldsOf(text: string): Readonly<Record<string, string | undefined>> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}

/** 0 where there was no answer. */
function post(path: string, body: unknown): Promise<{ readonly http: number; readonly text: string }> {
  const { CALLSHEET_BASE_URL: base = '', CALLSHEET_API_KEY: key = '', CALLSHEET_API_SECRET: secret = '' } = process.env;
  const url = new URL(`${base}${path}`);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'Content-Type': 'application/json;charset=UTF-8',
    'Api-Key': key,
    Timestamp: timestamp,
    Sign: createHash('md5').update(`${key}${secret}${timestamp}`).digest('hex'),
  };
  const [send, agent] = url.protocol === 'https:' ? [secureRequest, secureAgent] : [plainRequest, plainAgent];
  return new Promise((resolve) => {
    const outgoing = send(url, { method: 'POST', headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('close', () => resolve({ http: answer.complete ? (answer.statusCode ?? 0) : 0, text }));
    });
    outgoing.on('error', () => resolve({ http: 0, text: '' }));
    outgoing.end(JSON.stringify(body));
  });
}
