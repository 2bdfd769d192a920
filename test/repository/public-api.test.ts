import { expect, test } from 'vitest';
import * as callsheet from '../../src/index.ts';

test('the library offers these names and no others', () => {
  expect(Object.keys(callsheet).sort()).toEqual([
    'checkRequest',
    'createClient',
    'createNodeFiles',
    'diagnosticCodes',
    'diagnosticsPrinters',
    'hasErrors',
    'loadCampaign',
    'operationIds',
    'operations',
    'planCampaign',
    'planFormats',
    'positionAt',
  ]);
});

test('a campaign is loaded with what the library offers alone', async () => {
  const loaded = await callsheet.loadCampaign({
    path: 'campaigns/operations.yaml',
    cwd: process.cwd(),
    files: callsheet.createNodeFiles(),
    env: {},
    inputs: {},
    depth: 'rendered',
  });
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.value?.campaign.steps.map(({ uses }) => uses)).toEqual([
    'agents.list',
    'axb.list',
    'aivoice.pause',
    'voice.redial',
    'sms.balance',
  ]);
});
