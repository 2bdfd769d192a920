import { buildEngineProcess } from '../test/rig/build-engine-process.ts';
import { deathsAfterUntrueAnswers, dieAtEach, plainDeaths } from '../test/rig/crash-matrix.ts';

/** kill -9 at every boundary of every operation's attempt, after every answer that hid what was done; by recipient. */
const engineProcess = await buildEngineProcess();
let failures = 0;
for (const { title, dying, inDoubt } of [...plainDeaths, ...deathsAfterUntrueAnswers.flat()]) {
  const found = JSON.stringify(await dieAtEach(engineProcess, dying));
  const isRight = found === JSON.stringify({ doubled: [], lost: [], inDoubt });
  if (!isRight) failures++;
  process.stdout.write(`${isRight ? 'right' : `WRONG ${found}`}  ${title}\n`);
}
process.stdout.write(`${failures} failures\n`);
process.exitCode = failures === 0 ? 0 : 1;
