import { createHash } from 'node:crypto';
import { fieldsOf, textOf } from '../../service/operations/definition/message.ts';
import type { OperationId } from '../../service/operations/operations.ts';
import { instantOf } from '../../time/local-time.ts';
import { aiVoiceStateAt, sessionIsOpen, tasksUnderWay } from '../ledger/ledger.ts';
import { periodOf, planSpells, type Task, taskStateAt } from '../ledger/task.ts';
import { type Binding, decimalOf, type Price, spend, type World } from '../ledger/world.ts';
import { type Body, type Decide, knowsApp, type Refusal, type Situation, unknown } from './decision.ts';

/** What the sandbox does for each operation, in the order of the service's document. */
export const decide: Readonly<Record<OperationId, Decide>> = {
  /** Section "1. Send custom message". */
  'whatsapp.send': ({ world, ledger, body, now }) => {
    const recipient = textOf(body.recipient);
    const businessPhone = textOf(body.businessPhone);
    if (!knowsApp(world, body.appId)) return unknown('-134', 'whatsapp.appId.known');
    const number = world.businessNumbers.find((candidate) => candidate.number === businessPhone);
    if (number === undefined) return { status: '-96', rule: 'whatsapp.businessPhone.known' };
    if (number.state === 'abnormal') return { status: '-97', rule: 'whatsapp.businessPhone.normal' };
    if (!sessionIsOpen({ world, ledger, now }, { recipient, businessPhone })) {
      return {
        // No table lists a code for it (assumption `whatsapp.session-closed`).
        status: '-131',
        rule: 'whatsapp.session.open',
        detail: 'the recipient has not written to the business number in the last 24 hours',
      };
    }
    const price = priceFor(world, recipient);
    if (price === undefined) return { status: '-69', rule: 'whatsapp.rate.known' };
    if (spend(ledger.money, price.whatsapp) === undefined)
      return { status: '-68', rule: 'whatsapp.balance.sufficient' };
    const messageId = `message-${ledger.ids + 1}`;
    return {
      fields: { data: { messageId, timestamp: Math.floor(now / 1000), channelType: 0 } },
      facts: [{ fact: 'message', messageId, cost: price.whatsapp }],
    };
  },

  /** Section "2. Redial task". */
  'voice.redial': (situation) => {
    const { world, ledger, body, now } = situation;
    const unreferenced = refuseTaskReferences(situation);
    if (unreferenced !== undefined) return unreferenced;
    const original = ledger.tasks.get(Number(body.taskId));
    if (original === undefined) return unknown('-24', 'voice.taskId.known');
    const taskName = textOf(body.taskName);
    const refusalMessage = refuseState(situation, original, taskName);
    if (refusalMessage !== undefined) return refusalMessage;
    let taskId = firstTaskId + ledger.ids;
    while (ledger.tasks.has(taskId)) taskId++;
    const periods = Array.isArray(body.allowSendTime) ? body.allowSendTime.map(periodOf) : [];
    const spells = planSpells({
      notBefore: Math.max(now, sendTimeOf(situation)),
      periods,
      callable: original.callable,
      calls: world.calls,
      timezone: world.timezone,
    });
    const task: Task = {
      taskId,
      taskName,
      callable: original.callable,
      origin: { kind: 'redial', redialOf: original.taskId, createdAt: now, periods, spells },
    };
    return { fields: { data: taskId }, facts: [{ fact: 'task', task }] };
  },

  /** Section "3. Send verification code". */
  'otp.send': (situation) => {
    const { world, ledger, body } = situation;
    const refusalMessage = refuseCodeReferences(situation) ?? refuseLimits(situation);
    if (refusalMessage !== undefined) return refusalMessage;
    const to = textOf(body.to);
    const price = priceFor(world, to);
    if (price === undefined) return { status: '-26', rule: 'otp.rate.known', detail: 'no rate for this number' };
    if (spend(ledger.money, price.otp) === undefined) return { status: '-10', rule: 'otp.balance.sufficient' };
    const verificationId = `verification-${ledger.ids + 1}`;
    const channel = textOf(body.channel) || 'sms';
    const orderId = textOf(body.orderId);
    // The content of snaUrl is not shown; a name under .invalid can never be reached by accident.
    const sna = channel === 'sna' ? { snaUrl: `https://sna.invalid/${verificationId}` } : {};
    return {
      fields: { data: { verificationId, to, channel, ...sna } },
      facts: [
        {
          fact: 'code',
          verificationId,
          code: codeFor(verificationId, to),
          to,
          ...(orderId === '' ? {} : { orderId }),
          cost: price.otp,
        },
      ],
    };
  },

  /** Section "4. Upload audio file". */
  'audio.upload': ({ ledger, body }) => {
    const fileName = textOf(body.fileName);
    if (ledger.fileNames.has(fileName))
      return { status: '-20', rule: 'audio.fileName.unique', detail: 'fileName is taken' };
    const fileId = `file-${ledger.ids + 1}`;
    const bytes = Buffer.byteLength(textOf(body.file), 'base64');
    return { fields: { data: fileId }, facts: [{ fact: 'file', fileId, fileName, bytes }] };
  },

  /** Section "5. Pause AI voice task". */
  'aivoice.pause': ({ world, ledger, body, now }) => {
    if (!knowsApp(world, body.appId)) return { status: '-37', rule: 'aivoice.appId.known' };
    const job = world.aiVoiceJobs.find(({ jobId }) => String(jobId) === String(body.jobId));
    if (job === undefined) return { status: '-32', rule: 'aivoice.jobId.known' };
    if (world.account.authentication === 'missing') return { status: '-49', rule: 'aivoice.account.authenticated' };
    const state = aiVoiceStateAt(ledger, job, now);
    if (state !== 'running') return { status: '-38', rule: 'aivoice.job.running', detail: `it is ${state}` };
    return { fields: { data: null }, facts: [{ fact: 'aiVoicePaused', jobId: job.jobId }] };
  },

  /** Section "6. Balance query". */
  'sms.balance': ({ world, ledger }) => {
    if (world.account.user === 'locked') return { status: '-13', rule: 'sms.user.active' };
    const { balance, gift, credit } = ledger.money;
    return { fields: { balance: decimalOf(balance), gift: decimalOf(gift), credit: decimalOf(credit) }, facts: [] };
  },

  /** Section "7. Query agent list". */
  'agents.list': ({ world, body }) => {
    const { enable, name, voiceGroupId, status } = fieldsOf(body.params);
    const wanted = typeof name === 'string' ? name.toLowerCase() : '';
    const found = world.agents.filter(
      (agent) =>
        passes(enable, agent.enable) &&
        passes(voiceGroupId, agent.voiceGroupId) &&
        passes(status, agent.status) &&
        agent.name.toLowerCase().includes(wanted),
    );
    return { fields: { data: pageOf(found, body) }, facts: [] };
  },

  /** Section "8. Query AXB binding list". */
  'axb.list': ({ world, body }) => {
    const { appId } = fieldsOf(body.params);
    const found = world.bindings.filter((binding) => appId === '' || passes(appId, binding.appId)).map(recordOf);
    return { fields: { data: pageOf(found, body) }, facts: [] };
  },

  /** Section "9. SMS postback backfill". The same facts may be reported again. */
  'sms.backfill': ({ world, body }) =>
    knowsApp(world, body.appId) ? { fields: {}, facts: [{ fact: 'backfill' }] } : unknown('-14', 'sms.appId.known'),
};

/** Far from the ids that most world files use. */
const firstTaskId = 100_001;

function refuseTaskReferences({ world, ledger, body }: Situation): Refusal | undefined {
  const appId = textOf(body.appId);
  if (appId !== '' && !knowsApp(world, appId)) return unknown('-24', 'voice.appId.known');
  const file = textOf(body.voiceFileId);
  const known = ledger.files.has(file) || world.voiceFiles.ids.includes(file);
  if (body.source === 1 && world.voiceFiles.accept === 'known' && !known)
    return unknown('-24', 'voice.voiceFileId.known');
  if (body.source === 3 && world.languages.length > 0 && !world.languages.includes(textOf(body.lan))) {
    return { status: '-39', rule: 'voice.lan.known' };
  }
  if (body.hangUpSms === 1 && !knowsApp(world, body.smsAppId)) return unknown('-24', 'voice.smsAppId.known');
  if (body.toSeat === 1 && !world.agents.some(({ voiceGroupId }) => voiceGroupId === body.sipGroupId))
    return unknown('-24', 'voice.sipGroupId.known');
  return undefined;
}

/** The name is checked first: a retry after a lost answer thus learns that its first attempt counted, whatever happened since. */
function refuseState({ world, ledger, now }: Situation, original: Task, taskName: string): Refusal | undefined {
  if (ledger.taskNames.has(taskName)) return { status: '-41', rule: 'voice.taskName.unique' };
  const state = taskStateAt(original, now);
  if (state !== 'completed' && state !== 'canceled') {
    return { status: '-42', rule: 'voice.task.over', detail: `it is ${state}` };
  }
  if (original.callable === 0) return { status: '-34', rule: 'voice.task.callable' };
  if (ledger.tasks.size >= world.limits.tasks) return { status: '-23', rule: 'voice.tasks.max' };
  if (tasksUnderWay(ledger, now) >= world.limits.concurrentTasks)
    return { status: '-37', rule: 'voice.tasks.concurrent' };
  return undefined;
}

function sendTimeOf({ world, body, now }: Situation): number {
  const sendTime = textOf(body.sendTime);
  return sendTime === '' ? now : instantOf(sendTime, world.timezone);
}

function refuseCodeReferences({ world, ledger, body }: Situation): Refusal | undefined {
  if (!knowsApp(world, body.appId)) return unknown('-22', 'otp.appId.known');
  const template = world.templates.find(({ templateId }) => templateId === body.templateId);
  if (template === undefined) return unknown('-22', 'otp.templateId.known');
  if (typeof body.flowId === 'number' && !world.flows.includes(body.flowId)) return unknown('-22', 'otp.flowId.known');
  // No table lists a code for it (assumption `otp.repeated-order`).
  if (ledger.orderIds.has(textOf(body.orderId)))
    return { status: '-20', rule: 'otp.orderId.unique', detail: 'orderId has been used before' };
  return template.content === 'sensitive' ? { status: '-29', rule: 'otp.template.words' } : undefined;
}

function refuseLimits({ world, ledger, body, now }: Situation): Refusal | undefined {
  const { otpTotal, otpPerPhone } = world.limits;
  if (ledger.codesTotal.of('', now) >= otpTotal.count) return { status: '-27', rule: 'otp.limit.total' };
  const perPhone = ledger.codesPerPhone.of(textOf(body.to), now);
  return perPhone >= otpPerPhone.count ? { status: '-28', rule: 'otp.limit.phone' } : undefined;
}

/** Six digits, the same in every sandbox with the same history. */
function codeFor(verificationId: string, to: string): string {
  const digest = createHash('sha256').update(`${verificationId} ${to}`).digest();
  return String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
}

/** Section "AXB binding record": it has no appId, which only filters. */
function recordOf({ bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime }: Binding): Omit<Binding, 'appId'> {
  return { bindId, phoneA, phoneB, pnsNumberA, pnsNumberB, expireTime };
}

/** Section "Paged result": the fields of `data` for one page. A page past the last one is empty. */
function pageOf(records: readonly unknown[], body: Body): Readonly<Record<string, unknown>> {
  const size = Number(body.size);
  const current = Number(body.current);
  const first = (current - 1) * size;
  return {
    total: records.length,
    size,
    current,
    pages: Math.ceil(records.length / size),
    records: records.slice(first, first + size),
  };
}

/** An absent or null filter does not filter. */
function passes(filter: unknown, value: string | number): boolean {
  return filter === undefined || filter === null || filter === value || filter === Number(value);
}

/** The price of the longest prefix that the number begins with. */
function priceFor(world: World, number: string): Price | undefined {
  let best: Price | undefined;
  for (const price of world.prices) {
    if (number.startsWith(price.prefix) && (best === undefined || price.prefix.length > best.prefix.length))
      best = price;
  }
  return best;
}
