import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAudioContent } from '../../src/campaign/load-audio.ts';
import { fc } from '../rig/properties.ts';

/** A WAV file with so many bytes of sound, of which its header promises `promised`. */
function wave(bytes: number, promised = bytes): Buffer {
  const file = Buffer.concat([
    Buffer.from('RIFF....WAVE'),
    chunk('LIST', Buffer.from('odd')),
    Buffer.from('data....'),
    Buffer.alloc(bytes),
  ]);
  file.writeUInt32LE(promised, file.length - bytes - 4);
  return file;
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}....`);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('the content of an audio file', () => {
  test('is MP3, M4A or WAV by its first bytes', () => {
    const kinds = [
      ['mp3', latin1('ID3\x03...')],
      ['mp3', latin1('\xff\xfb\x90\x00...')],
      // 22 kHz, as telephony has it; and zeros of an encoder.
      ['mp3', latin1('\xff\xf3\x40\xc0...')],
      ['mp3', Buffer.concat([Buffer.alloc(1000), latin1('\xff\xfb\x90\x00')])],
      ['m4a', latin1('\x00\x00\x00\x20ftypM4A ')],
      ['wav', wave(100)],
      // Programs that write into a pipe do not know the length.
      ['wav', wave(100, 0)],
      ['wav', wave(100, 0xffff_ffff)],
      ['wav', readFileSync('campaigns/audio/spring.wav')],
    ] as const;
    for (const [kind, bytes] of kinds) expect(readAudioContent(bytes)).toEqual({ kind });
  });

  test('is cut off where a WAV promises more than it has, or has no sound', () => {
    expect(readAudioContent(wave(100, 101))).toEqual({ kind: 'wav', flaw: 'cut' });
    expect(readAudioContent(wave(0, 100))).toEqual({ kind: 'wav', flaw: 'cut' });
    expect(readAudioContent(wave(0))).toEqual({ kind: 'wav', flaw: 'silent' });
    expect(readAudioContent(wave(100).subarray(0, 30))).toEqual({ kind: 'wav', flaw: 'cut' });
  });

  test.each([
    ['version https://git-lfs.github.com/spec/v1\noid sha256:1', 'a pointer of Git LFS, not the sound'],
    ['\n<!DOCTYPE html><p>404', 'a web page'],
    ['<html><body>404', 'a web page'],
    ['OggS....', 'an Ogg file'],
    ['fLaC....', 'a FLAC file'],
    ['#!AMR\n..', 'an AMR file'],
    ['PK\x03\x04', 'a ZIP archive'],
    ['{"status":"-1"}', 'text'],
    ['\xff\xf1\x50\x80', 'neither MP3, M4A nor WAV'],
    ['\0\0\0\0', 'neither MP3, M4A nor WAV'],
    ['\xfe\xff\0a', 'neither MP3, M4A nor WAV'],
  ])('is something else: %j', (text, what) => {
    expect(readAudioContent(latin1(text))).toMatchObject({ kind: 'other', what });
  });

  test('may be any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'RIFF....WAVE', 'RIFF....WAVEdata'),
        fc.uint8Array({ maxLength: 100 }),
        (head, rest) => {
          expect(readAudioContent(Buffer.concat([latin1(head), rest])).kind).toMatch(/^(mp3|m4a|wav|other)$/);
        },
      ),
    );
  });
});
