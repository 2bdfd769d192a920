// Before tsc: copies what tsc leaves behind, the generated CommonJS validators and their types, to their places under dist/.
import { cpSync } from 'node:fs';

cpSync('src', 'dist/src', {
  recursive: true,
  filter: (path) => !/\.[^/\\]+$/.test(path) || /\.gen\.(cjs|d\.cts)$/.test(path),
});
