import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlReply, ControlRoute } from '../../../control/server/route.ts';
import { formatCount } from '../../../report/plan/words.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';

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
        const { code, out, err } = await room.commands.about(control, file);
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
  const { looks, plans, host, commands, live } = room;
  const known = await plans.made(file, await looks.look(file));
  const toSend = known?.plan?.totals.toSend;
  if (toSend === undefined) return { refused: known?.trouble ?? 'The campaign has errors. Nothing was sent.' };
  // What was confirmed is what is started.
  if (toSend !== body['toSend'])
    return {
      refused: `The plan has changed: it now has ${formatCount(toSend)} requests. Look at it again. Nothing was sent.`,
    };
  const log = join(await mkdtemp(join(tmpdir(), 'callsheet-open-')), 'run.log');
  const words = ['--yes', ...(body['late'] === true ? ['--late'] : [])];
  const end: { code?: number | null } = {};
  const ended = commands.start(file, words, log).then((code) => {
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
