import { audioFileName, base64 } from './definition/formats.ts';
import { fact, media } from './definition/message.ts';
import { audioBodyMost, type Operation } from './definition/operation.ts';
import { assumed, length, matches, required, text } from './definition/rule.ts';
import {
  authenticationError,
  dataExisting,
  dataValidationException,
  parameterException,
  portProgramUnusual,
  restrictedAccess,
  success,
  timestampExpired,
} from './definition/status.ts';

export const audioUpload: Operation<'audio.upload'> = {
  id: 'audio.upload',
  method: 'POST',
  path: '/voice/fileUpload',
  envelope: 'status',
  does: 'Upload an audio file; its id starts a voice group call.',
  words: 'Audio upload',
  example: `greeting:
  uses: audio.upload
  with: { file: greeting.wav }
`,
  withExample: { file: 'audio/spring.mp3' },
  request: {
    section: 'Audio file',
    missing: '-22',
    wrong: '-22',
    fields: [
      text('fileName', required(), length(5, 32), assumed('audio.suffix-case', matches(audioFileName))),
      text('file', required(), matches(base64)),
    ],
  },
  defaults: { fileName: { from: 'file' } },
  fileField: 'file',
  statuses: {
    0: success,
    '-1': authenticationError,
    '-2': restrictedAccess,
    '-16': timestampExpired,
    '-18': portProgramUnusual,
    '-20': dataExisting,
    '-21': dataValidationException,
    '-22': parameterException,
  },
  outputs: { fileId: { type: 'string', from: 'data' } },
  effect: 'effect',
  naturalKey: 'fileName',
  recovery: 'rename',
  takenStatus: '-20',
  again: 'leaves',
  bodyMost: audioBodyMost,
  message: ({ body, files }) => ({
    type: 'upload',
    parts: [...media('audio', files['file']), ...fact('name at the service', body['fileName'])],
  }),
};
