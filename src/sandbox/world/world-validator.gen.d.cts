// Made from schemas/world.schema.json by `npm run generate`. Do not edit.
/** One mistake of shape, as Ajv says it. */
interface Mistake {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: { readonly description?: string; readonly properties?: object };
}
declare const validate: {
  (data: unknown): boolean;
  errors?: readonly Mistake[] | null;
};
export = validate;
