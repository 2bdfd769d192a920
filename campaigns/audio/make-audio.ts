import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * npx tsx campaigns/audio/make-audio.ts: writes `spring.wav` again, the same bytes each time: a rising chime of five
 * tones, as it might open a call. 8 kHz, mono, 16 bit: the quality of a telephone line.
 */
export function makeSpringChime(): Buffer {
  const samples = new Float64Array(rate * seconds);
  for (const { hertz, at } of tones) addTone(samples, hertz, Math.round(at * rate));
  return wav(samples);
}

const rate = 8000;
const seconds = 4;

/** C, E, G, C above, and G again to end on. */
const tones = [
  { hertz: 523.25, at: 0 },
  { hertz: 659.25, at: 0.35 },
  { hertz: 783.99, at: 0.7 },
  { hertz: 1046.5, at: 1.05 },
  { hertz: 783.99, at: 1.75 },
];

/** A tone with two overtones, each of which fades faster than the one below. */
function addTone(samples: Float64Array, hertz: number, from: number): void {
  for (let at = from; at < samples.length; at++) {
    const time = (at - from) / rate;
    let level = 0;
    for (const overtone of [1, 2, 3]) {
      level += Math.sin(2 * Math.PI * hertz * overtone * time) * Math.exp(-2.2 * overtone * time) * 0.5 ** overtone;
    }
    samples[at] = (samples[at] ?? 0) + 0.4 * level;
  }
}

/** RIFF, one `fmt ` chunk (PCM), one `data` chunk; all numbers little-endian. */
function wav(samples: Float64Array): Buffer {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((level, index) =>
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, level)) * 32767), 44 + index * 2),
  );
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('spring.wav', import.meta.url), makeSpringChime());
}
