import { aiVoiceStateAt } from '../ledger/ledger.ts';
import { type Decide, knowsApp } from './decision.ts';

/** Section "5. Pause AI voice task". */
export const pauseAiVoice: Decide = ({ world, ledger, body, now }) => {
  if (!knowsApp(world, body.appId)) return { status: '-37', rule: 'aivoice.appId.known' };
  const job = world.aiVoiceJobs.find(({ jobId }) => String(jobId) === String(body.jobId));
  if (job === undefined) return { status: '-32', rule: 'aivoice.jobId.known' };
  if (world.account.authentication === 'missing') return { status: '-49', rule: 'aivoice.account.authenticated' };
  const state = aiVoiceStateAt(ledger, job, now);
  if (state !== 'running') return { status: '-38', rule: 'aivoice.job.running', detail: `it is ${state}` };
  return { fields: { data: null }, facts: [{ fact: 'aiVoicePaused', jobId: job.jobId }] };
};
