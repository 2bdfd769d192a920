import type { DiagnosticCode } from '../codes.ts';

/** Of findings about contact rules. */
export const contactExplanations = {
  CS3031: {
    cause:
      'A cap holds over all campaigns of a project, so all of them must count their contacts. `contacts.yaml` beside the campaigns has the rules of the project; `contacts` in a campaign only adds to them.',
    fix: 'Write `contacts.yaml` with `project` and the rules for all campaigns of the folder.',
  },
  CS3032: {
    cause:
      'Contacts are counted by recipient. A step that runs once and contacts the number in its request has no recipient, so nobody could hold it back.',
    fix: 'Use `forEach` with an audience that has this number.',
  },
} as const satisfies Partial<Record<DiagnosticCode, { readonly cause: string; readonly fix: string }>>;
