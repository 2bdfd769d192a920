import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

test('the lockfile names the binaries of every platform: without one `npm ci` refuses it', () => {
  const missing = Object.values(packages)
    .flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}))
    .filter((name) => packages[`node_modules/${name}`] === undefined);
  expect(missing).toEqual([]);
});

test('nothing that is needed at run time runs a script when it is installed', () => {
  const scripts = Object.entries(packages).filter(([, locked]) => locked.hasInstallScript && !locked.dev);
  expect(scripts.map(([path]) => path)).toEqual([]);
});
