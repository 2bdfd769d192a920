import { textOf } from '../../service/operations/definition/message.ts';
import { type Decide } from './decision.ts';

/** Section "4. Upload audio file". */
export const uploadAudio: Decide = ({ ledger, body }) => {
  const fileName = textOf(body.fileName);
  if (ledger.fileNames.has(fileName))
    return { status: '-20', rule: 'audio.fileName.unique', detail: 'fileName is taken' };
  const fileId = `file-${ledger.ids + 1}`;
  const bytes = Buffer.byteLength(textOf(body.file), 'base64');
  return { fields: { data: fileId }, facts: [{ fact: 'file', fileId, fileName, bytes }] };
};
