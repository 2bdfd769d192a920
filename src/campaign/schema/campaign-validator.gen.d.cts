// Made from schemas/campaign.schema.json by `npm run generate`. Do not edit.
import type { ErrorObject } from 'ajv';

declare const validate: {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
};
export = validate;
