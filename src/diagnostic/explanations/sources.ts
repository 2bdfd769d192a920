/** Of findings about audiences that are read from elsewhere. */
export const sourceExplanations = {
  CS6030: {
    cause:
      'An audience comes from one place: a `file`, a statement (`sql`), an address (`http`) or a program (`command`). Each needs its own keys, and has no use for those of the others.',
    fix: 'Add the key that is missing, or remove the one that does not belong there. `callsheet explain audiences.*` lists them.',
  },
  CS6031: {
    cause:
      'The file of `sql` must hold one SELECT, with names such as `:tier` for its parameters. A template inside it would let a value become a part of the statement.',
    fix: 'Write one SELECT, and give each parameter its value under `params`.',
  },
  CS6032: {
    cause:
      'The rows of this audience live elsewhere. They are read into a snapshot by `snapshot`, `plan` and `run`; other commands only look at what was read.',
    fix: 'Run `callsheet snapshot FILE`.',
  },
  CS6033: {
    cause:
      'The source did not answer, refused the statement, took too long, or ended before its last row. What was read of it is not used, and nothing is sent.',
    fix: 'Follow the hint; then read it again with `callsheet snapshot FILE`.',
  },
  CS6034: {
    cause:
      '`columns` says which columns a source has and of which type each is. A campaign is checked by that, so a source must keep to it: a renamed column or another type would change what people receive.',
    fix: 'Correct `columns`, or the statement that selects them.',
  },
  CS6035: {
    cause:
      'The number tells one person from another. If two rows have the same one it is unclear which of them counts; if numbers have lost their country code or their last digits, other people would be contacted.',
    fix: 'Let the source give one row for each person, with the whole number; or set the `country` of the audience.',
  },
  CS6036: {
    cause:
      'A source that suddenly gives fewer, more or other people is more often broken than right. `expect` says how much is normal; an empty source is refused unless `expect` allows it. The last snapshot stays.',
    fix: 'Look at the source. If the rows are right, change `expect`, or accept the change once with `callsheet snapshot --accept-change`.',
  },
  CS6037: {
    cause:
      'No row has a usable number: usually the rows are an error message, or the numbers are in another column. An empty snapshot would replace the last one.',
    fix: 'Look at what the source gives, and at the `key` of the audience. A source that has nobody for now gives no rows; `expect: { rows: { atLeast: 0 } }` allows it.',
  },
} as const;
