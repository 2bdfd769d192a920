import type { ControlRoute } from '../../../control/server/route.ts';
import { type AuditJson, auditView } from '../../../control/shown/audit-view.ts';
import type { AuditView } from '../../../control/shown/people-views.ts';
import { framed } from '../../../report/render/html.ts';
import { aboutCampaign, type ControlRoom } from '../control-room.ts';
import { masked } from '../masked.ts';
import { parsed } from '../parsed.ts';
import { hasErrors } from '../shown-plans.ts';

/** Pages that commands make: the report as it is, for a frame, and the audit. */
export function pageRoutes(room: ControlRoom): readonly ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/report',
      handle: aboutCampaign(room, async (file, request) => {
        const { query } = request;
        const numbers = query.get('numbers') === 'show' ? ['--show-numbers'] : [];
        const { code, out, err } = await room.commands.about('report', file, ['--format', 'html', ...numbers], request);
        return code === 0 ? { page: framed(out) } : { refused: err.trim() || hasErrors };
      }),
    },
    {
      method: 'GET',
      path: '/api/audit',
      handle: aboutCampaign(room, async (file, request) => {
        const { query } = request;
        const { state, campaign } = await room.looks.look(file);
        const timezone = campaign?.timezone ?? 'UTC';
        if (state === 'new') return { json: { starts: 0, timezone, rules: [], note: '' } satisfies AuditView };
        const { out, err } = await room.commands.about('audit', file, ['--format', 'json'], request);
        const audit = parsed(out) as Partial<AuditJson> | undefined;
        // Of a campaign with errors, it has the findings of the check.
        if (audit?.checked === undefined) return { refused: err.trim() || hasErrors };
        return { json: masked(auditView(audit as AuditJson, timezone), query.get('numbers') === 'show') };
      }),
    },
  ];
}
