// After tsc: makes the command line out of few files instead of some 250, which Node takes half as long to load. Each command
// and what it shares with others is a part of its own, so that none pays for another. `dist/src/cli/` holds nothing else.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { build } from 'esbuild';

const folder = 'dist/src/cli';
rmSync(folder, { recursive: true, force: true });
// What src/cli/main.ts has Node keep of the last build.
rmSync('dist/.compiled', { recursive: true, force: true });

/** A module's own place is where tsc would have put it: what it finds beside itself is there, not beside its part. */
const ownPlaces = {
  name: 'own-places',
  setup(bundle) {
    bundle.onLoad({ filter: /[/\\]src[/\\].+\.ts$/ }, ({ path }) => {
      const place = relative('src', path).split(sep).join('/').replace(/ts$/, 'js');
      const url = `new URL(${JSON.stringify(posix.relative('cli', place))}, import.meta.url).href`;
      const text = readFileSync(path, 'utf8').replaceAll('import.meta.url', url);
      return { contents: text, loader: 'ts' };
    });
  },
};

/** What else undici can do (fetch, caches, mocks) takes two thirds of the time in which it is loaded. */
const poolOnly = {
  name: 'pool-only',
  setup(bundle) {
    bundle.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'pool-only' }));
    bundle.onLoad({ filter: /./, namespace: 'pool-only' }, () => ({
      contents: `export { default as Pool } from './node_modules/undici/lib/dispatcher/pool.js';
        export { default as buildConnector } from './node_modules/undici/lib/core/connect.js';`,
      resolveDir: '.',
    }));
  },
};

const { metafile } = await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // What starts slowly anyway, has native parts, or loads more of itself as it goes.
  external: ['libsql', 'pino', 'chokidar'],
  // ES modules where there are any: of CommonJS, `await import()` would not see the names.
  mainFields: ['module', 'main'],
  // The same modules as one bundle, without the parts that are not used.
  alias: { yaml: './node_modules/yaml/browser/dist/index.js' },
  // Packages in CommonJS ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module';\nvar require = makeRequire(import.meta.url);",
  },
  plugins: [ownPlaces, poolOnly],
  metafile: true,
  logLevel: 'warning',
});

// The licences of what is in there say that they go along.
const packages = Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
const licences = [...new Set(packages)].sort().map((path) => {
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  return `${name} ${version}\n\n${licenceOf(path)}`;
});
writeFileSync(join(folder, 'LICENSES.txt'), licences.join('\n\n---\n\n'));

function licenceOf(path) {
  const name = readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) throw new Error(`${path} has no licence: its text must go along with what is made of it`);
  return readFileSync(join(path, name), 'utf8').trim();
}
