/** What a YAML file contains, as findings about the whole file name it. */
export interface DocumentKind {
  readonly isMap: string;
  /** "A file contains …". */
  readonly one: string;
  readonly many: string;
  /** What to do about a file that is empty or not a map; undefined where the explanation of the finding is enough. */
  readonly start?: string;
  readonly secondDocument: string;
  readonly tooLarge: string;
}

export const campaignDocument: DocumentKind = {
  isMap: 'A campaign is a map of keys and values',
  one: 'one campaign',
  many: 'campaigns',
  start:
    '`callsheet init` writes a first campaign; lists are named under its `audiences`, and settings go to `--env-file`',
  secondDocument: 'move it to its own file',
  tooLarge: 'put recipients in an audience file',
};

export const contactRulesDocument: DocumentKind = {
  isMap: 'Contact rules are a map of keys and values',
  one: 'the contact rules of one project',
  many: 'contact rules',
  start: 'begin with `project: shop`, then the rules, such as `atLeastApart: 4h`; without rules, delete the file',
  secondDocument: 'put all rules into the first document; another project has a folder of its own',
  tooLarge: 'only rules belong here; record people with `callsheet suppress --import` or `callsheet consent`',
};

export const worldDocument: DocumentKind = {
  isMap: 'A world is a map of keys and values',
  one: 'one world',
  many: 'worlds',
  start: 'begin with what is different from the default world, such as `timezone: Africa/Lagos`; `{}` changes nothing',
  secondDocument: 'move it to its own file',
  tooLarge: 'keep only what the campaign needs',
};
