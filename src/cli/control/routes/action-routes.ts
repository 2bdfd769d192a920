import type { ControlRoute } from '../../../control/server/route.ts';
import { aboutCampaign, type ControlRoom, noSuchCampaign } from '../control-room.ts';
import { byWords, hasErrors } from '../replies.ts';
import { prepareStart, start } from '../start/start-run.ts';

const controls = ['promote', 'pause', 'resume', 'cancel'] as const;

/** Start, promote, pause, resume and cancel: the commands of the same names. That they are obeyed, the page reads from the state. */
export function actionRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/control',
      acts: true,
      handle: aboutCampaign(room, async (file, request) => {
        const control = controls.find((name) => name === request.body['control']);
        if (control === undefined) return noSuchCampaign;
        const words = byWords(request);
        const { code, out, err } = await (control === 'promote'
          ? room.commands.about(control, file, words, request)
          : room.commands.control(control, file, words));
        if (code === 0) room.plans.actedOn(file);
        room.live.lookAgain();
        return code === 0 ? { json: { words: withButtons(out.trim()) } } : { refused: err.trim() || hasErrors };
      }),
    },
    {
      method: 'POST',
      path: '/api/prepare-start',
      acts: true,
      handle: aboutCampaign(room, (file) => prepareStart(room, file)),
    },
    {
      method: 'POST',
      path: '/api/start',
      acts: true,
      handle: aboutCampaign(room, (file, request) => start(room, file, request)),
    },
  ];
}

/** The page has buttons for what a command tells people to type. */
function withButtons(words: string): string {
  return words.replace(/`callsheet (resume|run)\b[^`]*`/g, (_, name) => (name === 'run' ? 'Start' : 'Resume'));
}
