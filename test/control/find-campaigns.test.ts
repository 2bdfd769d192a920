import { expect, test } from 'vitest';
import { findCampaigns } from '../../src/cli/options/campaign-files.ts';
import { commandHost } from '../rig/command-host.ts';
import { memoryFiles } from '../rig/memory-files.ts';

test('campaigns of a folder are in the order in which people count', async () => {
  const text = 'campaign: one\nsteps: {}\n';
  const files = memoryFiles({ 'week-10.yaml': text, 'week-2.yaml': text, 'week-1.yaml': text });
  expect(await findCampaigns(['.'], { ...commandHost({ now: 0, files }).host, cwd: '/work' })).toEqual([
    'week-1.yaml',
    'week-2.yaml',
    'week-10.yaml',
  ]);
});
