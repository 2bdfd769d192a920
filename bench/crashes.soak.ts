import { rmSync } from 'node:fs';
import { buildEngineProcess } from '../test/rig/build-process.ts';
import {
  attemptDeaths,
  claimDeaths,
  commitDeaths,
  dieAmongContacts,
  ledgerDeaths,
  rightReport,
  runAsProcess,
} from '../test/rig/contact-crashes.ts';
import { deathsAfterDecisions, deathsAfterUntrueAnswers, dieAtEach, plainDeaths } from '../test/rig/crash-matrix.ts';
import { newCrashStore } from '../test/rig/postgres/crash-store.ts';
import { serverFolder, startServer } from '../test/rig/postgres/start-server.ts';

/**
 * kill -9 at every boundary of every operation's attempt, after every answer that hid what was done; by recipient. The same among the
 * contacts of two campaigns, and around every write about them, in a file and in a store.
 */
const engineProcess = await buildEngineProcess();
const run = runAsProcess(engineProcess);
let failures = 0;
const compare = (title: string, found: object, expected: object): void => {
  const isRight = Object.entries(expected).every(
    ([name, value]) => JSON.stringify(found[name as keyof typeof found]) === JSON.stringify(value),
  );
  if (!isRight) failures++;
  process.stdout.write(`${isRight ? 'right' : `WRONG ${JSON.stringify(found)}`}  ${title}\n`);
};

for (const { title, dying, inDoubt } of [...plainDeaths, ...deathsAfterDecisions, ...deathsAfterUntrueAnswers.flat()])
  compare(title, await dieAtEach(engineProcess, dying), { doubled: [], lost: [], inDoubt });

const contactDeaths = [...attemptDeaths, ...ledgerDeaths, ...claimDeaths];
for (const death of contactDeaths)
  compare(
    `contacts in a file: ${death.title}`,
    await dieAmongContacts(engineProcess, death, { run }),
    rightReport(death),
  );

const folder = serverFolder();
const server = await startServer(folder);
process.env['CALLSHEET_TEST_POSTGRES'] = `${server.url}/postgres`;
try {
  for (const death of [...contactDeaths, ...commitDeaths]) {
    const report = await dieAmongContacts(engineProcess, death, { run, store: await newCrashStore() });
    compare(`contacts in a store: ${death.title}`, report, rightReport(death));
  }
} finally {
  process.kill(-server.pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
process.stdout.write(`${failures} failures\n`);
process.exitCode = failures === 0 ? 0 : 1;
