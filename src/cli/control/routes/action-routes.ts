import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlReply, ControlRoute } from '../../../control/server/route.ts';
import { readPlan } from '../../../control/shown/known-plan.ts';
import { startEffect } from '../../../control/shown/run-actions.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';
import { type PlanInputs, startFingerprint } from '../fingerprint.ts';

const controls = ['pause', 'resume', 'cancel'] as const;

/** Start, pause, resume and cancel: the commands of the same names. That they are obeyed, the page reads from the state. */
export function actionRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/control',
      acts: true,
      async handle({ body }) {
        const [file, control] = [fileOf(room, body['file']), controls.find((name) => name === body['control'])];
        if (file === undefined || control === undefined) return noSuchCampaign;
        const { code, out, err } = await room.commands.control(control, file);
        room.live.lookAgain();
        return code === 0 ? { json: { words: out.trim() } } : { refused: err.trim() };
      },
    },
    {
      method: 'POST',
      path: '/api/start',
      acts: true,
      async handle({ body }) {
        const file = fileOf(room, body['file']);
        return file === undefined ? noSuchCampaign : await start(room, file, body);
      },
    },
  ];
}

/** How long a run may take to say that it cannot start; one that has begun is seen in its state before. */
const waitMs = 30_000;
const lookMs = 200;

async function start(room: ControlRoom, file: string, body: Readonly<Record<string, unknown>>): Promise<ControlReply> {
  const { looks, host, commands, live } = room;
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-open-'));
  const [plan, log] = [join(folder, 'plan.json'), join(folder, 'run.log')];
  const forgetPlan = (): Promise<void> => rm(plan, { force: true });
  const refusal = await refuseStart(room, file, plan, body['confirms']);
  if (refusal !== undefined) {
    await rm(folder, { recursive: true });
    return { refused: `${refusal} Nothing was sent.` };
  }
  const end: { code?: number | null } = {};
  // Without --yes: what changes from now on, the service too, is refused by the run itself.
  const ended = commands.start(file, ['--plan', plan], log).then(async (code) => {
    await forgetPlan();
    end.code = code;
    live.lookAgain();
  });
  const until = host.clock.now() + waitMs;
  while (host.clock.now() < until && end.code === undefined) {
    await Promise.race([ended, host.clock.sleepUntil(host.clock.now() + lookMs)]);
    if ((await looks.look(file)).isUnderWay) break;
  }
  live.lookAgain();
  if (end.code === undefined) return { json: { words: `Started. It prints to ${log}.` } };
  const said = (await readFile(log, 'utf8')).trim().split('\n').slice(-12).join('\n');
  return end.code === 0 || end.code === 3 ? { json: { words: said } } : { refused: said };
}

/** Saves the plan of now at this path. In words why it is not to be started: above all where it is not what was shown and confirmed. */
async function refuseStart(
  { looks, commands, options, service }: ControlRoom,
  file: string,
  path: string,
  confirms: unknown,
): Promise<string | undefined> {
  const before = await looks.look(file);
  if (before.isUnderWay) return 'A process is sending already.';
  const { code, out, err } = await commands.about('plan', file, ['--format', 'json', '--out', path]);
  const known = readPlan(code, out, err);
  if (known.plan === undefined) return known.trouble ?? 'The campaign has errors.';
  const saved = JSON.parse(await readFile(path, 'utf8')) as PlanInputs & { readonly service?: string };
  // A plan without a service would hold for any.
  if (saved.service === undefined) return 'No service is configured.';
  if (startFingerprint(saved, saved.service) !== confirms)
    return 'The plan or the service has changed since it was shown: look at it again.';
  const { sandbox } = options;
  const effect = startEffect({ look: await looks.look(file), known, sandbox, service: service() });
  return effect.possible ? undefined : effect.words;
}
