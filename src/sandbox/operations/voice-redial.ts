import { textOf } from '../../service/operations/definition/message.ts';
import { instantOf } from '../../time/local-time.ts';
import { tasksUnderWay } from '../ledger/ledger.ts';
import { periodOf, planSpells, type Task, taskStateAt } from '../ledger/task.ts';
import { type Decide, knowsApp, type Refusal, type Situation, unknown } from './decision.ts';

/** Section "2. Redial task". */
export const redialTask: Decide = (situation) => {
  const { world, ledger, body, now } = situation;
  const unreferenced = refuseReferences(situation);
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
};

/** Far from the ids that most world files use. */
const firstTaskId = 100_001;

function refuseReferences({ world, ledger, body }: Situation): Refusal | undefined {
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
