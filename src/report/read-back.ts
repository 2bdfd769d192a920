/** A value as it comes back from JSON: what was undefined is not there. */
export type ReadBack<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadBack<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value as undefined extends Value[Name] ? never : Name]: ReadBack<Value[Name]> } & {
        readonly [Name in keyof Value as undefined extends Value[Name] ? Name : never]?: ReadBack<
          Exclude<Value[Name], undefined>
        >;
      }
    : Value;
