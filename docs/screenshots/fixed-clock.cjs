// Preloaded into the processes whose pages are taken: for them it is always FIXED_CLOCK, in ms since 1970.
const RealDate = Date;
const fixed = Number(process.env.FIXED_CLOCK);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [fixed] : words, made === globalThis.Date ? target : made),
  apply: () => new RealDate(fixed).toString(),
  get: (target, name) => (name === 'now' ? () => fixed : Reflect.get(target, name)),
});
