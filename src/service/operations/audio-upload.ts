import { audioFileName, base64 } from './definition/formats.ts';
import { fact, media } from './definition/message.ts';
import { audioBodyMost, type Operation } from './definition/operation.ts';
import { assumed, length, matches, required, text } from './definition/rule.ts';
import { rows } from './definition/status.ts';

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
      text('fileName', required(), assumed('audio.suffix-case', matches(audioFileName)), length(5, 32)),
      text('file', required(), matches(base64)),
    ],
  },
  defaults: { fileName: { from: 'file', words: 'made from the file’s name and content, campaign, run and step' } },
  fileField: 'file',
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-2': rows.restrictedAccess,
    '-16': rows.timestampExpired,
    '-18': rows.portProgramUnusual,
    '-20': rows.dataExisting,
    '-21': rows.dataValidationException,
    '-22': rows.parameterException,
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
