import type { ControlReply, ControlRequest, ControlRoute } from '../../../control/server/route.ts';
import { actsOnCampaign, type ControlRoom, noSuchCampaign } from '../control-room.ts';
import { byWords, hasErrors } from '../replies.ts';
import { prepareStart, start } from '../start-run.ts';

/** Start, promote, pause, resume and cancel: the commands of the same names. That they are obeyed, the page reads from the state. */
export function actionRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    actsOnCampaign(room, '/api/control', control),
    actsOnCampaign(room, '/api/prepare-start', prepareStart),
    actsOnCampaign(room, '/api/start', start),
  ];
}

const controls = ['promote', 'pause', 'resume', 'cancel'] as const;

async function control(room: ControlRoom, file: string, request: ControlRequest): Promise<ControlReply> {
  const asked = controls.find((name) => name === request.body['control']);
  if (asked === undefined) return noSuchCampaign;
  const words = byWords(request);
  const { code, out, err } = await (asked === 'promote'
    ? room.commands.about(asked, file, words, request)
    : room.commands.control(asked, file, words));
  if (code === 0) room.plans.actedOn(file);
  room.live.lookAgain();
  return code === 0 ? { json: { words: withButtons(out.trim()) } } : { refused: err.trim() || hasErrors };
}

/** The page has buttons for what a command tells people to type. */
function withButtons(words: string): string {
  return words.replace(/`callsheet (resume|run)\b[^`]*`/g, (_, name) => (name === 'run' ? 'Start' : 'Resume'));
}
