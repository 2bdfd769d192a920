import { fieldsToWrite } from '../src/campaign/request/default-fields.ts';
import type { Operation } from '../src/service/operations/definition/operation.ts';
import { concernsNobody, type OperationId, operationIds, operations } from '../src/service/operations/operations.ts';

type Json = Readonly<Record<string, unknown>>;

export interface CampaignSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>;
  readonly $defs: Readonly<Record<string, Json>>;
}

/** The schema of the campaign language with the price and the step of each operation, in place of those it had. */
export function withOperations(schema: CampaignSchema): CampaignSchema {
  const { costs = {} } = schema.properties;
  const { currency } = costs['properties'] as Json;
  const prices = Object.fromEntries(operationIds.map((id) => [id, priceOf(id)]));
  const $defs = Object.entries(schema.$defs).flatMap(([name, definition]) => {
    if (isStepOfOperation(definition)) return [];
    if (name !== 'Step') return [[name, definition] as const];
    const steps = operationIds.map((id) => [`${pascal(id)}Step`, stepOf(operations[id])] as const);
    const oneOf = steps.map(([step]) => ({ $ref: `#/$defs/${step}` }));
    return [...steps, [name, { ...definition, oneOf }] as const];
  });
  return {
    ...schema,
    properties: { ...schema.properties, costs: { ...costs, properties: { currency, ...prices } } },
    $defs: Object.fromEntries<Json>($defs),
  };
}

function isStepOfOperation({ properties = {} }: Json): boolean {
  const { uses = {} } = properties as { readonly uses?: Json };
  return 'const' in uses;
}

/** `OtpSend` */
function pascal(id: OperationId): string {
  return id.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function priceOf(id: OperationId): Json {
  return { description: `Price of one accepted \`${id}\` job.`, type: 'number', minimum: 0, examples: [0.0075] };
}

/** Keys that every step has. */
const common = {
  title: 'StepTitle',
  needs: 'Needs',
  runs: 'Runs',
  delay: 'Delay',
  at: 'At',
  until: 'Until',
  window: 'StepWindow',
  purpose: 'Purpose',
  rate: 'StepRate',
  was: 'Was',
};

function stepOf(operation: Operation<OperationId>): Json {
  const { id, does, effect, recovery, expires } = operation;
  const keys = { ...common, ...(concernsNobody(id) ? {} : { forEach: 'ForEach' }) };
  return {
    title: `${pascal(id)}StepInput`,
    description: does,
    type: 'object',
    required: ['uses', ...(fieldsToWrite(id).length === 0 ? [] : ['with'])],
    properties: {
      uses: { description: does, type: 'string', const: id },
      ...Object.fromEntries(Object.entries(keys).map(([key, name]) => [key, { $ref: `#/$defs/${name}` }])),
      with: requestOf(operation),
      ...(effect === 'query' ? { expect: expectOf(operation), every } : {}),
      ...(expires === undefined ? {} : { expires: expiresOf(expires) }),
      ...(recovery === 'manual' ? { onUnknown } : {}),
    },
    patternProperties: { '^x-': { description: 'Notes and YAML anchors; ignored.' } },
    additionalProperties: false,
  };
}

function requestOf({ id, method, withExample = {} }: Operation<OperationId>): Json {
  if (method === 'GET') {
    return { description: `\`${id}\` has no request body.`, type: 'object', maxProperties: 0, examples: [{}] };
  }
  return {
    $ref: `request-fields.gen.json#/$defs/${id}`,
    description: `The request body of \`${id}\`, field for field as the service names it. Strings may be Liquid templates.`,
    examples: [withExample],
  };
}

function expectOf({ outputs, expectExample }: Operation): Json {
  return {
    title: 'ExpectInput',
    description:
      'A condition on the answer. If it does not hold, the step is rejected, and steps that need it do not start.',
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(outputs).map(([name, { words }]) => [name, { $ref: '#/$defs/Comparison', description: words }]),
    ),
    minProperties: 1,
    additionalProperties: false,
    examples: [expectExample],
  };
}

const every = {
  $ref: '#/$defs/Duration',
  description: 'How often to ask again until `expect` holds, or until `until`. At least `1s`.',
  examples: ['5m'],
};

function expiresOf(expires: string): Json {
  return {
    $ref: '#/$defs/Duration',
    description: `How long a code is valid, from its first attempt. Default ${expires}.`,
    examples: [expires],
  };
}

const onUnknown = {
  description:
    'What to do with a message whose answer was lost: `hold` it for a person (default), or `resend` it, at the risk of sending it twice.',
  type: 'string',
  enum: ['hold', 'resend'],
  examples: ['hold'],
};
