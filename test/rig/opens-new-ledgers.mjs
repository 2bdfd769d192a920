import { parentPort, workerData } from 'node:worker_threads';

// Opens new ledgers, each at the same moment as the other threads do. Posts what kept it from opening one.
const { module, folder, rounds, threads, arrived } = workerData;
const { openLedgerFile } = await import(module);
const refused = [];
for (let round = 1; round <= rounds; round++) {
  Atomics.add(arrived, 0, 1);
  while (Atomics.load(arrived, 0) < round * threads);
  const paths = { database: `${folder}/${round}/ledger.db`, key: `${folder}/${round}/contacts.key` };
  const opened = openLedgerFile({ paths, project: 'shop', pepper: 'a pepper of more than thirty characters' });
  if ('kind' in opened) refused.push(opened);
  else opened.database.close();
}
parentPort.postMessage(refused);
