import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Files, isUnreadable, type Unreadable } from '../platform/ports.ts';
import type { Campaign } from './campaign.ts';
import { type CampaignPaths, locate, missingFile } from './campaign-paths.ts';
import { isFileField } from './request/request.ts';
import { finding, type RuleInput, warning } from './rules/rule.ts';
import { isTemplate } from './template/template.ts';
import { type Path, valueSpan } from './yaml/yaml-tree.ts';

/** A file whose content goes into a request. */
interface AudioFile {
  readonly step: string;
  /** As written. */
  readonly path: string;
  readonly at: Path;
}

export function audioFiles(campaign: Campaign): AudioFile[] {
  return campaign.steps.flatMap((step) =>
    Object.entries(step.with).flatMap(([field, value]) =>
      isFileField(step, field) && typeof value === 'string' && !isTemplate(value)
        ? [{ step: step.id, path: value, at: ['steps', step.id, 'with', field] }]
        : [],
    ),
  );
}

/** Assumption `audio.size`. */
export const audioMostBytes = 16 * 1024 * 1024;

/** Audio files exist, are in the repository, have a suffix that the service accepts, and hold audio. */
export async function loadAudio(
  files: Files,
  paths: CampaignPaths,
  about: RuleInput,
): Promise<{ readonly hashes: Readonly<Record<string, string>>; readonly diagnostics: readonly Diagnostic[] }> {
  const hashes: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  for (const audio of audioFiles(about.campaign)) {
    const span = valueSpan(about.tree, audio.at);
    const located = await locate(files, paths, audio.path);
    if (located.kind !== 'found') {
      diagnostics.push(await missingFile(files, paths, { written: audio.path, kind: located.kind, span }));
      continue;
    }
    // Section "Audio file": suffix .mp3, .m4a or .wav.
    const hasSuffix = /\.(mp3|m4a|wav)$/i.test(audio.path);
    if (!hasSuffix) {
      const message = `\`${audio.path}\` is not an audio file that the service accepts`;
      diagnostics.push(finding('CS4005', span, message, { hint: 'it accepts .mp3, .m4a and .wav' }));
    }
    const bytes = await files.readBytes(located.path, audioMostBytes);
    if (bytes === undefined) {
      diagnostics.push(await missingFile(files, paths, { written: audio.path, kind: 'absent', span }));
    } else if (isUnreadable(bytes)) {
      diagnostics.push(unreadable(audio.path, bytes, span));
    } else {
      if (hasSuffix) diagnostics.push(...contentFindings(audio.path, bytes, span));
      hashes[audio.path] = createHash('sha256').update(bytes).digest('hex');
    }
  }
  return { hashes, diagnostics };
}

/** Everybody in a group call would hear silence where a file is not audio. */
function contentFindings(path: string, bytes: Uint8Array, span: Diagnostic['span']): readonly Diagnostic[] {
  if (bytes.length === 0) return [finding('CS4005', span, `\`${path}\` is empty`)];
  const content = readAudioContent(bytes);
  if (content.kind === 'other')
    return [finding('CS4006', span, `\`${path}\` is ${content.what}`, { hint: content.hint })];
  const { kind, flaw } = content;
  const findings: Diagnostic[] = [];
  if (extname(path).toLowerCase() !== `.${kind}`) {
    const message = `\`${path}\` is ${kind === 'wav' ? 'a' : 'an'} ${kind.toUpperCase()} file by its content`;
    findings.push(warning('CS4007', span, message, `call it .${kind}, or convert it`));
  }
  if (flaw !== undefined) findings.push(warning('CS4008', span, `\`${path}\` ${flaws[flaw].what}`, flaws[flaw].hint));
  return findings;
}

/** A file that exists but is not read. */
function unreadable(written: string, { why, words }: Unreadable, span: Diagnostic['span']): Diagnostic {
  return finding(why === 'tooLarge' ? 'CS4005' : 'CS1019', span, `\`${written}\` ${words}`);
}

const flaws = {
  cut: { what: 'is cut off: its header promises more sound than it holds', hint: 'copy or export it again' },
  silent: { what: 'has no sound', hint: 'export it again' },
};

/** What the first bytes of an audio file say of it (public formats; the service's document allows these three by suffix). */
type AudioContent =
  | { readonly kind: AudioKind; readonly flaw?: 'cut' | 'silent' }
  /** `what` is read after "is": `a web page`. */
  | { readonly kind: 'other'; readonly what: string; readonly hint: string };

type AudioKind = 'mp3' | 'm4a' | 'wav';

export function readAudioContent(bytes: Uint8Array): AudioContent {
  const text = ascii(bytes, 0, 64);
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WAVE') return { kind: 'wav', ...flawOfWave(bytes) };
  if (text.slice(4, 8) === 'ftyp') return { kind: 'm4a' };
  // A tag of the title and the like, or the sound itself; some programs write zeros before it.
  if (text.startsWith('ID3') || beginsWithFrame(bytes)) return { kind: 'mp3' };
  return { kind: 'other', ...whatElse(text, bytes) };
}

function whatElse(text: string, bytes: Uint8Array): { readonly what: string; readonly hint: string } {
  if (text.startsWith('version https://git-lfs.github.com/spec/'))
    return { what: 'a pointer of Git LFS, not the sound', hint: 'run `git lfs pull`' };
  if (/^\s*(<!doctype|<html|<\?xml|<head)/i.test(text))
    return { what: 'a web page', hint: 'download the recording itself: the address answered with a page' };
  for (const [beginning, name] of others) {
    if (text.startsWith(beginning)) return { what: name, hint: 'convert the recording to .mp3, .m4a or .wav' };
  }
  return isText(bytes.subarray(0, 512))
    ? { what: 'text', hint: 'put the recording in its place' }
    : { what: 'neither MP3, M4A nor WAV', hint: 'convert the recording to .mp3, .m4a or .wav' };
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /^[^\p{Cc}]*$/u.test(text.replace(/[\t\r\n]/g, ''));
  } catch {
    return false;
  }
}

const others: readonly (readonly [string, string])[] = [
  ['OggS', 'an Ogg file'],
  ['fLaC', 'a FLAC file'],
  ['#!AMR', 'an AMR file'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['FORM', 'an AIFF file'],
  ['caff', 'a CAF file'],
];

/** Bytes of zeros before the first frame. */
const zerosMost = 4096;

/** The header of a frame of MPEG audio: eleven bits that are set, then a version, layer, bitrate and rate that exist. */
function beginsWithFrame(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, zerosMost).findIndex((byte) => byte !== 0);
  if (start === -1) return false;
  const [first = 0, second = 0, third = 0] = bytes.subarray(start);
  const hasSync = first === 0xff && (second & 0xe0) === 0xe0;
  const [version, layer, bitrate, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  return hasSync && version !== 1 && layer !== 0 && bitrate !== 15 && rate !== 3;
}

/** A WAV file is a list of chunks, each with its name and length; `data` is the sound. */
function flawOfWave(bytes: Uint8Array): { readonly flaw?: 'cut' | 'silent' } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at + 4, true);
    if (ascii(bytes, at, at + 4) === 'data') {
      const left = bytes.length - at - 8;
      if (left === 0) return { flaw: length === 0 ? 'silent' : 'cut' };
      // A program that writes into a pipe does not know the length, and leaves one of these.
      const isUnknown = length === 0 || length >= 0xffff_ff00;
      return !isUnknown && length > left ? { flaw: 'cut' } : {};
    }
    at += 8 + length + (length % 2);
  }
  return { flaw: 'cut' };
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
