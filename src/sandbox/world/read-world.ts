import type { World } from '../ledger/world.ts';
import { defaultWorld } from './default-world.ts';

/** Something wrong in a world file, and where: `prices[2].whatsapp`. */
export interface WorldFinding {
  readonly path: string;
  readonly message: string;
}

export interface ReadWorld {
  readonly world?: World;
  readonly findings: readonly WorldFinding[];
}

/** Makes the complete world of a written one. */
export function readWorld(written: unknown): ReadWorld {
  return { world: { ...defaultWorld, ...(written as Partial<World>) }, findings: [] };
}
