import { commandHost } from './command-host.ts';
import { memoryFiles } from './memory-files.ts';

export const tinyNow = Date.parse('2026-11-23T08:30:00+01:00');

/** Three people: one in New York, one without a time zone. */
export const tinyCampaign = `campaign: tiny
title: A tiny campaign
timezone: Africa/Lagos
starts: 2026-11-23 09:00
limits: { rate: 1/m }
audiences:
  members: { file: members.csv, key: phone, timezone: { column: tz }, lastInbound: last }
steps:
  funds:
    uses: sms.balance
  hello:
    uses: whatsapp.send
    needs: funds
    delay: 1h
    forEach: members
    with: { type: text, text: { body: "Hello {{ recipient.name }}" } }
  code:
    uses: otp.send
    needs: hello
    forEach: { audience: members, where: { name: Obi } }
    with: { templateId: 31 }
account: { appId: sandbox-app, businessPhone: "2348000000001" }
`;
export const tinyMembers = `phone,name,tz,last
2348000000011,Ada,Africa/Lagos,2026-11-22T13:00:00Z
2348000000012,Obi,America/New_York,2026-11-23T06:00:00Z
2348000000013,Eve,,2026-11-23T06:00:00Z
`;
export const tinyHost = (text = tinyCampaign) =>
  commandHost({ now: tinyNow, files: memoryFiles({ 'tiny.yaml': text, 'members.csv': tinyMembers }, process.cwd()) });
