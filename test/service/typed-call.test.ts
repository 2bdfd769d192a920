import { describe, expectTypeOf, test } from 'vitest';
import type { AnswerOf, Outcome, OutcomeOf, RequestOf } from '../../src/service/contract/outcome.ts';
import type { Client } from '../../src/service/http/client.ts';
import type { Transport } from '../../src/service/http/transport.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';

/** For the compiler alone: nothing here runs. */
declare const client: Client;

describe('the client knows each operation', () => {
  test('the fields of its request', () => {
    expectTypeOf<RequestOf<'otp.send'>['templateId']>().toEqualTypeOf<number>();
    expectTypeOf<RequestOf<'sms.balance'>>().toEqualTypeOf<undefined>();
    expectTypeOf({ appId: 'a', templateId: 31, to: '2340001000900' }).toExtend<RequestOf<'otp.send'>>();
    expectTypeOf({ appId: 'a', templateId: '31', to: '2340001000900' }).not.toExtend<RequestOf<'otp.send'>>();
    expectTypeOf({ appId: 'a', templateId: 31 }).not.toExtend<RequestOf<'otp.send'>>();
    expectTypeOf<{ readonly type: 'text' }>().not.toExtend<RequestOf<'whatsapp.send'>>();
  });

  test('what an accepted answer has', () => {
    const send = () => client.send('otp.send', { appId: 'a', templateId: 31, to: '2340001000900' });
    type Accepted = Extract<Awaited<ReturnType<typeof send>>, { kind: 'accepted' }>;
    expectTypeOf<NonNullable<Accepted['answer']['data']>['verificationId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<AnswerOf<'sms.balance'>>().toHaveProperty('credit');
    expectTypeOf<AnswerOf<'otp.send'>>().not.toHaveProperty('credit');
    const ask = () => client.send('sms.balance', undefined);
    expectTypeOf<Awaited<ReturnType<typeof ask>>>().toEqualTypeOf<OutcomeOf<'sms.balance'>>();
  });

  test('what may be sent: that request, or JSON that was written before', () => {
    type Sent = Parameters<typeof client.send<'otp.send'>>[1];
    expectTypeOf<Sent>().toEqualTypeOf<RequestOf<'otp.send'> | string>();
  });
});

describe('the engine sends any operation through it', () => {
  test('because a client is a transport', () => {
    expectTypeOf<Client>().toExtend<Transport>();
  });

  test('and reads every answer as fields that it does not know', () => {
    expectTypeOf<OutcomeOf<OperationId>>().toExtend<Outcome>();
  });
});
