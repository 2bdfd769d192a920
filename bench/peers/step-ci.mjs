// node step-ci.mjs CONCURRENCY: what `stepci run` does, with a signature of now; it has no way to make one for each request.
import { runFromFile } from '@stepci/runner';
import { signedHeaders } from './send.mjs';

const { Timestamp, Sign } = signedHeaders();
const { result } = await runFromFile('stepci.yml', {
  concurrency: Number(process.argv[2]),
  env: { timestamp: Timestamp, sign: Sign },
});
if (!result.passed) throw new Error(JSON.stringify(result.tests.find(({ passed }) => !passed)).slice(0, 2_000));
