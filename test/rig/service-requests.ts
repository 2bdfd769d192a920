import type { Calls, VoiceRedialRequest, WhatsappSendRequest } from '../../src/service/contract/calls.gen.ts';
import type { OperationId } from '../../src/service/operations/operations.ts';

/** A right request of every shape that the service's document shows, with every field that it names. */
export const requests = {
  text: whatsapp({ type: 'text', text: { body: 'Hello Ada' }, context: { refMessageId: 'wamid.1' } }),
  image: whatsapp({ type: 'image', image: { link: 'https://cdn.example/a.jpg', caption: 'Offer' } }),
  audio: whatsapp({ type: 'audio', audio: { link: 'https://cdn.example/a.mp3' } }),
  video: whatsapp({ type: 'video', video: { link: 'http://cdn.example/a.mp4', caption: 'Tour' } }),
  sticker: whatsapp({ type: 'sticker', sticker: { link: 'https://cdn.example/a.webp' } }),
  document: whatsapp({
    type: 'document',
    document: { link: 'https://cdn.example/a.pdf', filename: 'a.pdf', caption: 'Terms' },
  }),
  location: whatsapp({
    type: 'location',
    location: { longitude: '3.3792', latitude: '6.5244', name: 'Office', address: '1 Marina', link: 'x' },
  }),
  list: interactive({
    type: 'list',
    header: { type: 'text', text: 'Spring' },
    body: { text: 'How can we help?' },
    footer: { text: 'Reply STOP to leave' },
    action: {
      button: 'Choose',
      sections: [{ title: 'Plans', rows: [{ id: 'gold', title: 'Gold', description: 'Everything' }] }],
    },
  }),
  button: interactive({
    type: 'button',
    header: { type: 'text', text: 'Spring' },
    body: { text: 'Renew?' },
    footer: { text: 'Reply STOP to leave' },
    action: {
      buttons: [
        { type: 'reply', reply: { id: 'yes', title: 'Yes' } },
        { type: 'reply', reply: { id: 'no', title: 'No' } },
      ],
    },
  }),
  locationRequest: interactive({
    type: 'location_request_message',
    body: { text: 'Where shall we deliver?' },
    action: { name: 'send_location' },
  }),
  carousel: interactive({
    type: 'carousel',
    body: { text: 'Three ways to renew' },
    action: {
      cards: [
        {
          card_index: 0,
          type: 'cta_url',
          header: { type: 'image', image: { link: 'https://cdn.example/gold.jpg' } },
          body: { text: 'Gold' },
          action: { name: 'cta_url', parameters: { display_text: 'Renew', url: 'https://shop.example/gold' } },
        },
        {
          card_index: 1,
          type: 'cta_url',
          header: { type: 'video', video: { link: 'https://cdn.example/blue.mp4' } },
          body: { text: 'Blue' },
          action: {
            name: 'cta_url',
            buttons: [
              { type: 'quick_reply', quick_reply: { id: 'blue', title: 'Blue' } },
              { type: 'quick_reply', quick_reply: { id: 'none', title: 'None' } },
            ],
          },
        },
        {
          card_index: 2,
          type: 'cta_url',
          header: { type: 'image', image: { link: 'https://cdn.example/red.jpg' } },
          body: { text: 'Red' },
          action: { name: 'cta_url', buttons: [{ type: 'quick_reply', quick_reply: { id: 'red', title: 'Red' } }] },
        },
      ],
    },
  }),
  contacts: whatsapp({
    type: 'contacts',
    contacts: [
      {
        birthday: '2000-02-29',
        addresses: [
          {
            street: '1 Marina',
            city: 'Lagos',
            state: 'Lagos State',
            zip: '101241',
            country: 'Nigeria',
            country_code: 'NG',
            type: 'WORK',
          },
        ],
        emails: [{ email: 'ada@example.com', type: 'HOME' }],
        name: {
          formatted_name: 'Dr Ada N. Obi',
          first_name: 'Ada',
          last_name: 'Obi',
          middle_name: 'N.',
          suffix: 'PhD',
          prefix: 'Dr',
        },
        org: { company: 'Example Ltd', department: 'Care', title: 'Head' },
        phones: [{ phone: '+2348000000003', type: 'IPHONE', wa_id: '2348000000003' }],
        urls: [{ url: 'https://example.com', type: 'WORK' }],
      },
    ],
  }),
  redialFile: redial({ source: 1, voiceFileId: 'f-1' }),
  redialStream: redial({ source: 2, uploadName: 'spring.mp3', baseFile: 'SUQzBA==' }),
  redialSpeech: redial({ source: 3, text: 'Your membership ends soon.', lan: 'EN' }),
  redialWithSms: redial({ source: 1, voiceFileId: 'f-1', hangUpSms: 1, smsAppId: 'sms', smsContent: 'Sorry' }),
  redialToSeat: redial({
    source: 1,
    voiceFileId: 'f-1',
    toSeat: 1,
    sipGroupId: 9,
    outboundControl: 1,
    calloutRate: 2,
    toSeatType: 2,
    toSeatKey: 1,
    delayTransfer: 3,
  }),
  otp: request('otp.send', {
    appId: 'app1',
    templateId: 31,
    flowId: 7,
    to: '2348000000001',
    channel: 'sna',
    orderId: 'c1-1',
  }),
  upload: request('audio.upload', { fileName: 'a.mp3', file: 'SUQzBA==' }),
  pause: request('aivoice.pause', { appId: 'app1', jobId: 9_007_199_254_740_991 }),
  agents: request('agents.list', {
    current: 1,
    size: 100,
    params: {
      enable: 0,
      name: 'Ada',
      voiceGroupId: 9,
      status: 5,
      strTime: '2026-11-01 00:00:00',
      endTime: '2026-11-30 23:59:59',
    },
  }),
  bindings: request('axb.list', { current: 1, size: 1, params: { appId: 'app1' } }),
  backfill: request('sms.backfill', { appId: 'app1', msgid: 'm-1', number: '2348000000001', time: '1630468800' }),
} satisfies Record<string, ServiceRequest>;

export interface ServiceRequest {
  readonly operation: OperationId;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Typed as the schemas have it: a right request of another shape would not compile. */
function request<O extends OperationId>(operation: O, body: Calls[O]['request']): ServiceRequest {
  return { operation, body: { ...body } };
}

type Content<T> = T extends WhatsappSendRequest
  ? Omit<T, 'appId' | 'businessPhone' | 'channelType' | 'recipient'>
  : never;

function whatsapp(content: Content<WhatsappSendRequest>): ServiceRequest {
  const common = { appId: 'app1', businessPhone: '2348000000001', channelType: 0, recipient: '2348000000002' } as const;
  return request('whatsapp.send', { ...common, ...content });
}

type Interactive = Extract<WhatsappSendRequest, { type: 'interactive' }>['interactive'];

function interactive(content: Interactive): ServiceRequest {
  return whatsapp({ type: 'interactive', interactive: content });
}

function redial(source: Omit<VoiceRedialRequest, 'taskId' | 'taskName'>): ServiceRequest {
  return request('voice.redial', {
    taskId: 1001,
    appId: 'app1',
    taskName: 'spring',
    displayNum: '234',
    speakingRate: 0.25,
    ssmlGender: 2,
    accent: '234',
    delayPlay: 0,
    delayHangup: 999,
    maxRingingTime: 20,
    loopCount: 1,
    maxCalls: 90,
    sendTime: '2026-11-23 09:00:00',
    allowSendTime: [{ strTime: '09:30', endTime: '12:00' }],
    hangUpSms: 0,
    feedbackPush: 1,
    feedbackValue: '9',
    successPush: 0,
    successPushTime: 10,
    failedPush: 0,
    ringPush: 0,
    toSeat: 0,
    resendType: 1,
    numberList: ['2348000000002'],
    senderId: 's',
    ...source,
  });
}
