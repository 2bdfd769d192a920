import { describe, expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import { readJobLines } from '../../src/audit/read-starts.ts';
import type { Audience } from '../../src/campaign/campaign.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, otpStep, people } from '../rig/campaign-rig.ts';
import { rosterOf } from '../rig/roster.ts';
import { readRecords } from './recorded.ts';

const [a, b, c] = people(3) as [string, string, string];
const noon = Date.parse('2026-11-23T12:00:00Z');
const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const forEach = { audience: 'members', where: {} };

const inUtc: Audience['timezone'] = { zone: 'UTC' };

/** What the auditor finds in a state file that has `a` and another one as reached at this instant; the audience has only `a` now. */
function audited(at: number, more: Parameters<typeof campaignOf>[0], timezone = inUtc, other = b) {
  const members = audienceOf({ name: 'members', timezone });
  const steps = [stepOf({ id: 'code', uses: 'otp.send', forEach })];
  const campaign = campaignOf({ timezone: 'UTC', audiences: [members], steps, ...more });
  const records = [a, other].map(
    (key) => ({ step: 'code', key, state: 'accepted', attempts: 1, firstAt: at, at, settledAt: at }) as const,
  );
  const rosters = new Map([['members', rosterOf('members', [{ key: a, tz: 'UTC' }])]]);
  const found = { campaign, rosters, ...readRecords(campaign, records) };
  return {
    findings: auditStarts(found).findings.map(({ rule, key, message }) => `${rule} ${key} ${message}`),
    left: auditStarts(found).left.map(({ key }) => key),
    forgotten: auditStarts(found).forgotten,
  };
}

describe('the audit of somebody who was reached and has left the audience since', () => {
  test('lists them, and counts those who were forgotten, and does not call it a violation', () => {
    expect(audited(noon, {})).toEqual({ findings: [], left: [b], forgotten: 0 });
    const token = '01234567890123456789';
    expect(audited(noon, {}, inUtc, token)).toEqual({ findings: [], left: [], forgotten: 1 });
  });

  test('holds them to the campaign’s dates, and to the hours where everybody’s are the same', () => {
    expect(audited(noon + 9 * hour, { ends: '2026-11-23T18:00:00' }).findings).toEqual([
      `hours ${a} at 21:00:00 in UTC, outside 09:00–20:00`,
      `dates ${a} at or after 2026-11-23T18:00:00`,
      `hours ${b} at 21:00:00 in UTC, outside 09:00–20:00`,
      `dates ${b} at or after 2026-11-23T18:00:00`,
    ]);
    expect(audited(noon + 9 * hour, {}, { column: 'tz' }).findings).toEqual([
      `hours ${a} at 21:00:00 in UTC, outside 09:00–20:00`,
    ]);
  });

  test('prints them, masked, and ends with 0; by the sandbox’s log, too, but not somebody whom the state file does not know', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b, c]);
    await rig.campaign(otpStep);
    expect((await rig.run()).code).toBe(0);
    await rig.members([a]);
    const text = await rig.callsheet(['audit', 'campaign.yaml']).ended;
    const note = `Reached, but no longer in the audience: 2 jobs. This is not a violation by itself. Rates, gaps and dates are checked above, and hours where the audience has one time zone; their own time zones and sessions are no longer known:
  THEN  code[234…0002]
  THEN  code[234…0003]
`;
    const noTimes = (printed: string) =>
      printed
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\w{3} \d+ \w{3} [\d:]{8}/g, 'THEN')
        .replace(/are Etc\/\S+/, 'are ZONE')
        .replace(/by Etc\/\S+,/, 'by ZONE,');
    expect({ code: text.code, out: noTimes(text.stdout) }).toEqual({
      code: 0,
      out: `trial: audit  3 starts, from the state file
times are ZONE

  nobody outside the allowed hours, by their own clock  ok
  nothing before its start or after its end             nothing to check
  nothing outside a WhatsApp session                    nothing to check
  no rate limit exceeded                                nothing to check
  nobody too soon after another message                 nothing to check
  no step before the steps it needs                     nothing to check
  nobody contacted twice                                ok
  nobody outside the audience                           ok

Hours of members: by ZONE, the zone of the audience
${note}`,
    });
    const json = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(noTimes(json.stdout))).toMatchObject({
      findings: [],
      left: [
        { step: 'code', key: b, at: 'THEN' },
        { step: 'code', key: c, at: 'THEN' },
      ],
    });

    await rig.write('log.json', await (await fetch(`${rig.sandbox.url}/_sandbox/requests`)).text());
    const log = await rig.callsheet(['audit', 'campaign.yaml', '--log', 'log.json']).ended;
    expect({ code: log.code, out: noTimes(log.stdout).slice(-note.length) }).toEqual({ code: 0, out: note });
    const unknown = await rig.callsheet(['audit', 'campaign.yaml', '--log', 'log.json', '--state', 'elsewhere']).ended;
    expect({ code: unknown.code, out: noTimes(unknown.stdout).split('\n').slice(10, 13) }).toEqual({
      code: 1,
      out: [
        '  nobody outside the audience                           2 violations',
        '      THEN  code[234…0002]: not in the audience',
        '      THEN  code[234…0003]: not in the audience',
      ],
    });
    // A start at no time would be in no rule's way.
    await rig.write('log.json', '{"requests":[{"operation":"otp.send","body":{"to":"1"}}]}');
    expect(await rig.callsheet(['audit', 'campaign.yaml', '--log', 'log.json']).ended).toMatchObject({
      code: 2,
      stderr: 'log.json: it has a request without a time\n',
    });
  });
});

describe('the audit of a session', () => {
  const members = audienceOf({ name: 'members', lastInbound: { column: 'last' } });
  const steps = [stepOf({ id: 'hello', uses: 'whatsapp.send', forEach })];
  const campaign = campaignOf({ timezone: 'UTC', audiences: [members], steps });
  const rosterAt = (last: number) => new Map([['members', rosterOf('members', [{ key: a, last: iso(last) }])]]);
  const planned = readJobLines(campaign, `{"address":"hello[${a}]","at":"${iso(noon)}"}`);
  if (typeof planned === 'string') throw new Error(planned);

  test('finds a plan that has somebody before the message that opens theirs; five minutes are another clock', () => {
    const look = (last: number) =>
      auditStarts({ campaign, rosters: rosterAt(last), ...planned }).findings.map(
        ({ rule, message }) => `${rule}: ${message}`,
      );
    expect(look(noon + hour)).toEqual(['session: before the message that opens the session']);
    expect(look(noon + 300_000)).toEqual([]);
    expect(look(noon - 23 * hour)).toEqual([]);
  });

  test('finds nothing in a state file whose audience was refreshed after the messages were sent', () => {
    const sent = { step: 'hello', key: a, state: 'accepted', attempts: 1, firstAt: noon, at: noon } as const;
    expect(
      auditStarts({ campaign, rosters: rosterAt(noon + 48 * hour), ...readRecords(campaign, [sent]) }).findings,
    ).toEqual([]);
  });
});
