import { describe, expect, test } from 'vitest';
import { auditStarts } from '../../src/audit/audit.ts';
import { audienceOf, campaignOf, stepOf } from '../rig/campaign.ts';
import { createCampaignRig, otpStep, people, whatsappStep } from '../rig/campaign-rig.ts';
import { rosterOf } from '../rig/roster.ts';
import { readRecords } from './recorded.ts';

const [a, b] = people(2) as [string, string];
const noon = Date.parse('2026-11-23T12:00:00Z');
const forEach = { audience: 'members', where: {} };
const hour = 3_600_000;

/** What the auditor finds in a state file whose `old` was taken out, or renamed. */
function audited(more: Parameters<typeof campaignOf>[0], was?: string) {
  const steps = [stepOf({ id: 'code', uses: 'otp.send', forEach, ...(was === undefined ? {} : { was }) })];
  const campaign = campaignOf({ timezone: 'UTC', audiences: [audienceOf({ name: 'members' })], steps, ...more });
  const record = (step: string, key: string, at: number) =>
    ({ step, key, state: 'accepted', attempts: 1, firstAt: at, at, settledAt: at }) as const;
  const records = [record('old', a, noon), record('old', b, noon + 1000), record('code', a, noon + 60_000)];
  const rosters = new Map([['members', rosterOf('members', [{ key: a }, { key: b }])]]);
  const { starts, uninterrupted, jitterMs } = readRecords(campaign, records);
  return auditStarts({ campaign, rosters, starts, uninterrupted, jitterMs });
}

describe('the audit of a state file with a step that was taken out of the file', () => {
  test('says whom it contacted, and does not call it a violation', () => {
    expect(audited({})).toMatchObject({
      findings: [],
      takenOut: [{ step: 'old', starts: 2, jobs: 2, people: 2, first: noon, last: noon + 1000 }],
    });
  });

  test('counts its contacts in the gap between two messages, in the rate of all, and holds them to the campaign’s dates', () => {
    const limits = { perRecipient: { count: 1, perMs: hour }, rate: { count: 1, perMs: 2000 } };
    expect(audited({ limits, ends: '2026-11-23T12:00:01' }).findings).toEqual([
      { rule: 'dates', step: 'old', key: b, at: noon + 1000, message: 'at or after 2026-11-23T12:00:01' },
      { rule: 'dates', step: 'code', key: a, at: noon + 60_000, message: 'at or after 2026-11-23T12:00:01' },
      {
        rule: 'rate',
        at: noon + 1000,
        message: '2 starts of the campaign in 1000 ms; 1 in 2000 ms are allowed',
      },
      { rule: 'perRecipient', step: 'code', key: a, at: noon + 60_000, message: 'only 60000 ms after another message' },
    ]);
  });

  test('counts them for what the campaign itself asks, and for nothing that their step asked', () => {
    const limits = { perRecipient: { count: 1, perMs: hour }, rate: { count: 1, perMs: 2000 } };
    const asked = { dates: 3, rate: 3, perRecipient: 3, once: 3 };
    const ofTheStep = { hours: 1, audience: 1, session: 0, order: 0, waves: 0 };
    expect(audited({ limits, ends: '2026-11-24T12:00:00' }).checkedOn).toEqual({ ...asked, ...ofTheStep });
  });

  test('judges no sessions of theirs, but those of the steps that are there', () => {
    const audiences = [audienceOf({ name: 'members', lastInbound: { column: 'wrote' } })];
    const steps = [stepOf({ id: 'code', uses: 'whatsapp.send', forEach })];
    expect(audited({ audiences, steps }).checkedOn.session).toBe(1);
    expect(audited({ audiences: [audienceOf({ name: 'members' })], steps }).checkedOn.session).toBe(0);
  });

  test('knows a step that has another name now, and finds who was contacted under both', () => {
    expect(audited({}, 'old')).toMatchObject({
      findings: [{ rule: 'once', step: 'code', key: a, at: noon + 60_000, message: 'started twice' }],
      takenOut: [],
    });
  });

  test('prints a line for each such step', async () => {
    await using rig = await createCampaignRig();
    await rig.members([a, b]);
    await rig.campaign(whatsappStep + otpStep);
    expect((await rig.run()).code).toBe(0);
    await rig.campaign(otpStep);
    const text = await rig.callsheet(['audit', 'campaign.yaml']).ended;
    expect({
      code: text.code,
      out: text.stdout
        .replace(/\w{3} \d+ \w{3} [\d:]+( to .*)?$/m, 'THEN')
        .replace(/(are|by) Etc\/[^,\s]+/g, '$1 ZONE'),
    }).toEqual({
      code: 0,
      out: `trial: audit  4 starts, from the state file
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
In the state file, but no longer in the campaign file. Their rates, their gaps and the campaign’s dates are checked above; their hours, sessions and order are no longer known:
  hello: 2 people, THEN
`,
    });
    const json = await rig.callsheet(['audit', 'campaign.yaml', '--format', 'json']).ended;
    expect(JSON.parse(json.stdout)).toMatchObject({ findings: [], takenOut: [{ step: 'hello', jobs: 2, people: 2 }] });
  });
});
