import { loadCampaign } from '../../src/campaign/load.ts';
import type { LoadedCampaign } from '../../src/campaign/loaded-campaign.ts';
import { memoryFiles } from '../rig/memory-files.ts';

/** A job without a natural key, and one that has one. */
export const modelFiles = memoryFiles({
  'campaign.yaml': `campaign: model
timezone: UTC
account: { appId: sandbox-app, businessPhone: "2348000000001" }
limits: { concurrency: 2, doubts: 100 }
audiences:
  ada: { file: ada.csv, key: phone, timezone: { zone: UTC } }
  ben: { file: ben.csv, key: phone, timezone: { zone: UTC } }
steps:
  message: { uses: whatsapp.send, forEach: ada, with: { type: text, text: { body: Hello } } }
  code: { uses: otp.send, forEach: ben, expires: 1d, with: { templateId: 31 } }
`,
  'ada.csv': 'phone\n2348030000001\n',
  'ben.csv': 'phone\n2348030000002\n',
});

export function loadModelCampaign(): Promise<LoadedCampaign> {
  return (loading ??= load());
}

let loading: Promise<LoadedCampaign> | undefined;

async function load(): Promise<LoadedCampaign> {
  const from = {
    path: 'campaign.yaml',
    cwd: '/work',
    files: modelFiles,
    env: {},
    inputs: {},
    depth: 'rendered',
  } as const;
  const { value, diagnostics } = await loadCampaign(from);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics.map(({ message }) => message)));
  return value;
}
