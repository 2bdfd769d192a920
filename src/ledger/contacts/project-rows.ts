import type { Instant } from '../../platform/ports.ts';
import { type Asked, ask, putRows, scan } from '../sql.ts';
import { forgetClaims } from './claims.ts';
import { latestConsent } from './consents.ts';
import type { StepScope } from './ledger.ts';
import { type LedgerRows, rowColumns } from './ledger-rows.ts';
import type { LedgerProject, Person } from './person.ts';

type ProjectId = Pick<LedgerProject, 'id'>;

/** All of a project that nobody can tell again. */
export function* readRows({ id }: ProjectId, ledger: string | undefined): Asked<LedgerRows> {
  const all = (table: keyof typeof rowColumns, from: string) =>
    scan(`SELECT ${rowColumns[table].join()} FROM callsheet_contacts.${from} WHERE project = $1`, [id]);
  return {
    ledger,
    touches: yield* all('touches', 'contact JOIN callsheet_contacts.scope ON scope.id = contact.scope'),
    suppressions: yield* all('suppressions', 'suppression'),
    lists: yield* all('lists', 'list'),
    consents: yield* all('consents', 'consent'),
    forgotten: yield* all('forgotten', 'forgotten'),
  } as unknown as LedgerRows;
}

/** Adds those rows but for contacts. Where both know something of a person, the stricter of the two holds. */
export function* putFacts({ id: project }: ProjectId, rows: Omit<LedgerRows, 'touches' | 'ledger'>): Asked<void> {
  const ofProject = <Row extends object>(row: Row) => ({ project, ...row });
  yield* putRows(
    'suppression',
    ['project', ...rowColumns.suppressions],
    rows.suppressions,
    ofProject,
    `ON CONFLICT (project, person, source, channel, purpose) DO UPDATE
       SET starts = CASE WHEN excluded.starts < known.starts THEN excluded.starts ELSE known.starts END,
         ends = CASE WHEN known.ends >= excluded.ends THEN known.ends WHEN excluded.ends > known.ends THEN excluded.ends END`,
  );
  yield* putRows(
    'list',
    ['project', ...rowColumns.lists],
    rows.lists,
    ofProject,
    `ON CONFLICT (project, name) DO UPDATE
       SET imported = CASE WHEN excluded.imported < known.imported THEN excluded.imported ELSE known.imported END`,
  );
  const { consents, forgotten } = rows;
  yield* putRows('consent', ['project', ...rowColumns.consents], consents, ofProject, latestConsent('>'));
  yield* putRows('forgotten', ['project', ...rowColumns.forgotten], forgotten, ofProject, 'ON CONFLICT DO NOTHING');
}

/** Where both names were used, each keeps its own contacts: too many count rather than too few. Says whether any have the name now. */
export function* renameScope({ id }: ProjectId, { campaign, run, step }: StepScope, name: string): Asked<boolean> {
  const renamed = yield* ask(
    `UPDATE callsheet_contacts.scope SET step = $5 WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $4
       AND NOT EXISTS (SELECT 1 FROM callsheet_contacts.scope
         WHERE project = $1 AND campaign = $2 AND run = $3 AND step = $5) RETURNING 1`,
    [id, campaign, run, step, name],
  );
  return renamed.length > 0;
}

/** Leaves a tombstone of this person, and nothing else. */
export function* forgetFacts({ id: project }: ProjectId, person: Person, at: Instant): Asked<void> {
  yield* ask(
    'INSERT INTO callsheet_contacts.forgotten (project, person, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [project, person, Math.floor(at)],
  );
  for (const table of ['suppression', 'consent'])
    yield* ask(`DELETE FROM callsheet_contacts.${table} WHERE project = $1 AND person = $2`, [project, person]);
  yield* forgetClaims({ id: project }, person);
  yield* ask(
    `DELETE FROM callsheet_contacts.contact
     WHERE person = $2 AND scope IN (SELECT id FROM callsheet_contacts.scope WHERE project = $1)`,
    [project, person],
  );
  // For a process that sleeps, and believes that it may send.
  yield* ask('UPDATE callsheet_contacts.project SET generation = generation + 1 WHERE id = $1', [project]);
}

/** Texts that people gave, and which may name somebody else. */
const texts = [
  ['suppression', 'reason'],
  ['consent', 'basis'],
  ['consent', 'evidence'],
] as const;

/** Rewrites them, in all projects. Within a transaction. */
export function* cleanTexts(clean: (text: string) => string): Asked<void> {
  for (const [table, column] of texts) {
    const name = `callsheet_contacts.${table}`;
    for (const row of yield* scan(`SELECT DISTINCT ${column} AS text FROM ${name}`)) {
      const text = String(row['text']);
      const cleaned = clean(text);
      if (cleaned !== text) yield* ask(`UPDATE ${name} SET ${column} = $2 WHERE ${column} = $1`, [text, cleaned]);
    }
  }
}
