import { audioFileName, base64 } from './formats.ts';
import { assumed, length, matches, type RuleTable, required, text } from './rule.ts';

export const audioUpload: RuleTable = {
  operation: 'audio.upload',
  section: 'Audio file',
  missing: '-22',
  wrong: '-22',
  fields: [
    text('fileName', required(), length(5, 32), assumed('audio.suffix-case', matches(audioFileName))),
    text('file', required(), matches(base64)),
  ],
};
