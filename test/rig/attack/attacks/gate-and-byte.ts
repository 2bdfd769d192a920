import type { AttackSetup } from '../attack-setup.ts';
import { campaignOf, listOf, localTime, numbersOf, type ReachingOperation, stepFor } from '../attacked-campaign.ts';
import type { Quiet } from '../judge.ts';
import { honest, honestOnce, refusalMessage } from '../service/behaviour.ts';
import { type AttackClass, judgedSteps, wait } from './attack-class.ts';

const concurrency = 8;
/** A running process obeys within a second (`docs/cli.md`), and has read an answer by then: twice that, for a busy machine. */
const obeyMs = 2_000;
/** What would leave when the connections are let in has left by then. */
const leaveMs = 800;

/**
 * The first request is answered, as a run starts with one. Then requests whose intent is on disk wait for a TLS handshake; meanwhile the run is halted, paused, cancelled, asked to end, or
 * its time is over. Then the handshakes are finished: nothing may arrive.
 */
export const gateAndByte: AttackClass = {
  about: 'something happens between the decision to send and the first byte',
  tls: true,
  variants: ['halting answer', 'pause', 'sleep past the end', 'cancel', 'SIGTERM', 'slow handshake past the end'],
  async carryOut(setup, variant) {
    const { dice } = setup;
    const operation = dice.pick<ReachingOperation>(['message', 'code']);
    const people = numbersOf(dice.between(12, 24));
    const step = stepFor('first', operation);
    await setup.write('members.csv', listOf(people));
    const quiet =
      variant === 'sleep past the end' || variant === 'slow handshake past the end'
        ? await pastTheEnd(setup, { step, isAsleep: variant === 'sleep past the end' })
        : await held(setup, { step, variant, operation });
    return {
      ...(await setup.evidence()),
      steps: judgedSteps([step], people),
      unhindered: variant === 'pause',
      ...quiet,
    };
  },
};

interface Held {
  readonly step: ReturnType<typeof stepFor>;
  readonly variant: string;
  readonly operation: ReachingOperation;
}

async function held(
  setup: AttackSetup,
  { step, variant, operation }: Held,
): Promise<{ readonly quiets: readonly Quiet[] }> {
  const { dice, service } = setup;
  await setup.campaign(campaignOf([step], { limits: { concurrency } }));
  const halts = variant === 'halting answer';
  const code = operation === 'message' ? dice.pick(['-1', '-68', '-30']) : dice.pick(['-1', '-10', '-2']);
  // The last connection is let in when all are there, so that its answer comes while the others shake hands.
  service.admits = (connection) => connection === 1 || (halts && connection === 1 + concurrency);
  service.choose = () => {
    if (service.arrivals.length === 0) return honestOnce;
    return halts ? refusalMessage(code, 'not today') : honest;
  };
  const run = setup.start(['run', 'campaign.yaml', '--yes']);
  await Promise.race([service.when(() => service.connections > concurrency), run.ended]);

  if (halts) await Promise.race([service.when(() => service.arrivals.slice(1).some(isAnswered)), run.ended]);
  else if (variant === 'SIGTERM') run.kill('SIGTERM');
  else await setup.command([variant, 'campaign.yaml']);
  await wait(obeyMs);
  const from = Date.now();
  service.letIn();
  await Promise.race([
    service.when(() => service.arrivals.some(({ firstByteAt }) => firstByteAt >= from)),
    wait(leaveMs),
  ]);
  await wait(leaveMs / 4);
  const to = Date.now();
  service.choose = () => honest;
  if (variant === 'pause') await setup.command(['resume', 'campaign.yaml']);
  await run.ended;
  const why = halts ? `an answer of ${code} had been read` : `${variant} had been obeyed`;
  return { quiets: [{ why, from, ...(variant === 'pause' ? { to } : {}) }] };
}

function isAnswered({ answeredAt }: { readonly answeredAt?: number }): boolean {
  return answeredAt !== undefined;
}

/** The connections are made in time, and the handshakes end when the campaign has ended. */
async function pastTheEnd(
  setup: AttackSetup,
  { step, isAsleep }: { readonly step: Held['step']; readonly isAsleep: boolean },
): Promise<{ readonly closesAt: number }> {
  const { service } = setup;
  // `starts` gives a slow machine time to begin; 2 s of guard and 5 s for a connection leave these 4 s between.
  const startsAt = Math.ceil(Date.now() / 1000) * 1000 + 3_000;
  const closesAt = startsAt + 4_000;
  const plain = campaignOf([step], { limits: { concurrency } });
  const [starts, ends] = [startsAt, closesAt].map((at) => localTime(at, plain.timezone)) as [string, string];
  await setup.campaign({ ...plain, starts, ends });
  service.admits = (connection) => connection === 1;
  service.choose = () => (service.arrivals.length === 0 ? honestOnce : honest);
  const run = setup.start(['run', 'campaign.yaml', '--yes']);
  const isThere = service.when(() => service.connections > concurrency);
  await Promise.race([isThere, run.ended]);
  if (isAsleep) run.kill('SIGSTOP');
  await wait(closesAt + 300 - Date.now());
  service.letIn();
  if (isAsleep) {
    // The handshakes of the server's side are finished while it sleeps, as far as they can be.
    await wait(leaveMs / 4);
    run.kill('SIGCONT');
  }
  await run.ended;
  return { closesAt };
}
