import type { BegunWave } from '../../job/waves.ts';

/** As a ledger keeps them, oldest first; of one that is recorded again, what was recorded last. */
export function readWaveLog(text: string | undefined): readonly BegunWave[] {
  const recorded = text === undefined ? [] : (JSON.parse(text) as BegunWave[]);
  const isAgain = (one: BegunWave, { step, wave }: BegunWave): boolean =>
    one.beside !== undefined && one.step === step && one.wave === wave;
  return recorded.filter((wave, index) => !recorded.slice(index + 1).some((later) => isAgain(later, wave)));
}

/** Instants as every ledger keeps them. */
export function storedWave(begun: BegunWave): BegunWave {
  return { ...begun, at: Math.round(begun.at) };
}
