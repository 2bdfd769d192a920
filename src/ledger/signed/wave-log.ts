import type { BegunWave } from '../../job/waves.ts';

/** As a ledger keeps them, oldest first; of one that is recorded again, what was recorded last. */
export function readWaveLog(text: string | undefined): readonly BegunWave[] {
  const recorded = text === undefined ? [] : (JSON.parse(text) as BegunWave[]);
  const isAgain = (one: BegunWave, { step, wave }: BegunWave): boolean =>
    one.beside !== undefined && one.step === step && one.wave === wave;
  const begun = recorded.filter((wave, index) => !recorded.slice(index + 1).some((later) => isAgain(later, wave)));
  // Each ledger has an order of its own for the fields, and two copies are compared.
  return begun.map(
    ({ step, wave, at, people, beside, rest, of, before: { accepted, rejected, inDoubt, cancelled } }) => ({
      step,
      wave,
      at,
      people,
      ...(beside === undefined ? {} : { beside }),
      ...(rest === undefined ? {} : { rest }),
      of,
      before: { accepted, rejected, inDoubt, ...(cancelled === undefined ? {} : { cancelled }) },
    }),
  );
}

/** Instants as every ledger keeps them. */
export function storedWave(begun: BegunWave): BegunWave {
  return { ...begun, at: Math.round(begun.at) };
}
