import type { ControlRoute } from '../../../control/server/route.ts';
import { type ControlRoom, fileOf, noSuchCampaign } from '../control-room.ts';
import { byWords, prepareStart, start } from '../start/start-run.ts';

const controls = ['promote', 'pause', 'resume', 'cancel'] as const;

/** Start, promote, pause, resume and cancel: the commands of the same names. That they are obeyed, the page reads from the state. */
export function actionRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/control',
      acts: true,
      async handle(request) {
        const { body, signedBy } = request;
        const [file, control] = [fileOf(room, body['file']), controls.find((name) => name === body['control'])];
        if (file === undefined || control === undefined) return noSuchCampaign;
        const words = byWords(signedBy);
        const { code, out, err } = await (control === 'promote'
          ? room.commands.about(control, file, words, request)
          : room.commands.control(control, file, words));
        room.live.lookAgain();
        return code === 0 ? { json: { words: out.trim() } } : { refused: err.trim() };
      },
    },
    {
      method: 'POST',
      path: '/api/prepare-start',
      acts: true,
      async handle({ body }) {
        const file = fileOf(room, body['file']);
        return file === undefined ? noSuchCampaign : await prepareStart(room, file);
      },
    },
    {
      method: 'POST',
      path: '/api/start',
      acts: true,
      async handle(request) {
        const file = fileOf(room, request.body['file']);
        return file === undefined ? noSuchCampaign : await start(room, file, request);
      },
    },
  ];
}
