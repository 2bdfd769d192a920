import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeAudiences } from '../../campaigns/audiences/make-people.ts';
import { makeSpringChime } from '../../campaigns/audio/make-audio.ts';

test.each(Object.entries(makeAudiences()))('campaigns/audiences/%s is what make-people.ts writes', (name, content) => {
  expect(readFileSync(`campaigns/audiences/${name}`, 'utf8')).toBe(content);
});

test('campaigns/audio/spring.wav is what make-audio.ts writes', () => {
  expect(readFileSync('campaigns/audio/spring.wav').equals(makeSpringChime())).toBe(true);
});

test('no number in the worked campaigns can belong to anybody', () => {
  const numbers = Object.values(makeAudiences())
    .join('\n')
    .match(/(?<=^|")\d{10,}/gm);
  expect(numbers?.length).toBeGreaterThan(300);
  expect(numbers?.filter((number) => !/^23400\d{8}$/.test(number) && !/^17954\d{5}$/.test(number))).toEqual([]);
});
