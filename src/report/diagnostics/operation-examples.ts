import type { OperationId } from '../../service/contract/operation-id.ts';

/** A step of each operation, as it is written under `steps`. */
export const operationExamples: Readonly<Record<OperationId, string>> = {
  'whatsapp.send': `hello:
  uses: whatsapp.send
  forEach: members
  with: { type: text, text: { body: "Hello {{ recipient.first_name | default: 'there' }}" } }
`,
  'voice.redial': `callAgain:
  uses: voice.redial
  with:
    taskId: 1001
    taskName: "spring-{{ run.id }}"
    source: 3
    text: Good morning. Your order is ready.
    lan: EN
`,
  'otp.send': `code:
  uses: otp.send
  forEach: members
  with: { templateId: 31, channel: sms }
`,
  'audio.upload': `greeting:
  uses: audio.upload
  with: { file: greeting.wav }
`,
  'aivoice.pause': `stopRobot:
  uses: aivoice.pause
  with: { jobId: 2001 }
`,
  'sms.balance': `funds:
  uses: sms.balance
  expect: { available: { atLeast: 50 } }
`,
  'agents.list': `idleAgents:
  uses: agents.list
  with: { params: { status: 2, enable: 0 } }
  expect: { total: { atLeast: 1 } }
`,
  'axb.list': `bindings:
  uses: axb.list
  with: { params: { appId: spring-app } }
  expect: { records: { atLeast: 3 } }
`,
  'sms.backfill': `report:
  uses: sms.backfill
  forEach: members
  with: { msgid: "{{ recipient.message_id }}", time: "{{ recipient.verified_at }}" }
`,
};
