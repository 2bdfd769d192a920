// After tsc: copies the generated CommonJS validators, which tsc leaves behind, to their places under dist/.
import { cpSync } from 'node:fs';

cpSync('src', 'dist/src', {
  recursive: true,
  filter: (path) => !/\.[^/\\]+$/.test(path) || path.endsWith('.gen.cjs'),
});
