// After tsc: makes the command line out of few files instead of some 250, which Node takes half as long to load. Each command
// and what it shares with others is a part of its own, so that none pays for another. `dist/src/cli/` holds nothing else.
// The parts are CommonJS: Node 20 can keep what it compiled of nothing else, and each of its own modules loads faster.
// Each thread, and each process of its own, is one part, with all that it needs.
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const folder = 'dist/src/cli';
rmSync(folder, { recursive: true, force: true });
// What src/cli/keep-compiled.ts keeps of the last build.
rmSync('dist/.compiled', { recursive: true, force: true });

const threads = {
  'sqlite-process': 'src/snapshot/sources/sqlite-process.ts',
  'writer-thread': 'src/ledger/sqlite/write/writer-thread.ts',
};

/**
 * A module's own place is where tsc would have put it: what it finds beside itself is there, not beside its part. Those that start a
 * thread find it among the parts.
 */
const ownPlaces = {
  name: 'own-places',
  resolveId: (source) => (source === 'own-place' ? source : undefined),
  load: (id) => (id === 'own-place' ? ownPlace : undefined),
  transform: {
    filter: { id: /[/\\]src[/\\].+\.ts$/, code: 'import.meta.url' },
    handler(code, path) {
      const built = relative('src', path).split(sep).join('/').replace(/ts$/, 'js');
      const startsThread = posix.basename(built, '.js').replace('start-', '') in threads;
      const place = startsThread ? posix.basename(built) : posix.relative('cli', built);
      const imports = ["import { ownPlace } from 'own-place';"];
      // What a module requires beside itself would not be kept compiled.
      const required = code.replace(/createRequire\(import\.meta\.url\)\(('\.[^']+')\)/g, (_, beside) => {
        imports.push(`import required${imports.length} from ${beside};`);
        return `required${imports.length - 1}`;
      });
      const text = required.replaceAll('import.meta.url', `ownPlace(${JSON.stringify(place)})`);
      // On the first line, so that all others keep their numbers.
      return { code: `${imports.join(' ')} ${text}`, map: null };
    },
  },
};
const ownPlace = `import { join } from 'node:path';
  import { pathToFileURL } from 'node:url';
  export const ownPlace = (path) => pathToFileURL(join(__dirname, path)).href;`;

/** What else undici can do (fetch, caches, mocks) takes two thirds of the time in which it is loaded. */
const poolOnly = replaced(
  'undici',
  undefined,
  `export { default as Pool } from ${JSON.stringify(resolve('node_modules/undici/lib/dispatcher/pool.js'))};
   export { default as buildConnector } from ${JSON.stringify(resolve('node_modules/undici/lib/core/connect.js'))};`,
);

/** Node takes milliseconds to load HTTP/2, which no connection here speaks. */
const noHttp2 = replaced(
  './client-h2.js',
  /[/\\]undici[/\\]/,
  "module.exports = () => { throw new Error('HTTP/2 is not spoken'); };",
);

/** commander can start other programs as commands; nothing here does, and Node takes milliseconds to load what that needs. */
const noOtherPrograms = replaced('node:child_process', /[/\\]commander[/\\]/, 'module.exports = {};');

/** Another text in place of a module, for all who import it or for some. */
function replaced(module, importer, text) {
  const id = `replaced:${module}.js`;
  return {
    name: id,
    resolveId: (source, from) => (source === module && (importer?.test(from) ?? true) ? id : undefined),
    load: (asked) => (asked === id ? text : undefined),
  };
}

// A part of its own under its own name: tests run commands in their own process.
const output = await parts({ main: 'src/cli/main.ts', 'command-line': 'src/cli/command-line.ts' });
for (const [name, path] of Object.entries(threads)) output.push(...(await parts({ [name]: path })));

async function parts(input) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    transform: { target: 'node20.19' },
    // What has native parts, or loads more of itself as it goes.
    external: ['libsql', 'pg', 'pg-cursor', 'pino', 'prom-client'],
    resolve: {
      // ES modules where there are any: of CommonJS, `await import()` would not see the names.
      mainFields: ['module', 'main'],
      // The same modules as one bundle, without the parts that are not used.
      alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') },
    },
    plugins: [ownPlaces, poolOnly, noHttp2, noOtherPrograms],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    // What V8 compiled earlier cannot `import()` on Node 20.
    dynamicImportInCjs: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
  });
  await bundle.close();
  return output;
}
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
chmodSync(join(folder, 'main.js'), 0o755);

// V8 keeps a text with other characters in two bytes each: 2 MB of every process. As escapes they mean the same, also where
// `String.raw` makes a regular expression, but not behind a backslash.
for (const { type, fileName, code } of output) {
  if (type !== 'chunk') continue;
  if (/\\[^\0-\x7f]/.test(code)) throw new Error(`${fileName} has a backslash before a character that is not ASCII`);
  const escaped = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  writeFileSync(join(folder, fileName), escaped);
}

// The licences of what is in there say that they go along.
const modules = output.flatMap((part) => part.moduleIds ?? []).map((path) => relative('.', path).split(sep).join('/'));
const packages = modules.flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
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
