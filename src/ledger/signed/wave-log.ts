import type { BegunWave } from '../../job/waves.ts';

/** As a ledger keeps them, oldest first. */
export function readWaveLog(text: string | undefined): readonly BegunWave[] {
  const begun = text === undefined ? [] : (JSON.parse(text) as BegunWave[]);
  // Each ledger has an order of its own for the fields, and two copies are compared.
  return begun.map(({ step, wave, at, people, rest, of, before: { accepted, rejected, inDoubt } }) => ({
    step,
    wave,
    at,
    people,
    ...(rest === undefined ? {} : { rest }),
    of,
    before: { accepted, rejected, inDoubt },
  }));
}

/** Instants as every ledger keeps them. */
export function storedWave(begun: BegunWave): BegunWave {
  return { ...begun, at: Math.round(begun.at) };
}
