import { expect, it } from 'vitest';
import { matching } from './choices.ts';

const CHOICES = ['Dawood Driver', 'Dina Driver', 'Ahmad Dawoud', 'فاطمة الزهراء', 'José Núñez'].map(
  (title) => ({ id: title, title }),
);
const found = (typed: string) => matching(CHOICES, typed).map(({ title }) => title);

it('matches the beginnings of words in any order, titles that begin with the text first', () => {
  expect(found('')).toHaveLength(5);
  expect(found('daw')).toEqual(['Dawood Driver', 'Ahmad Dawoud']);
  expect(found('dr di')).toEqual(['Dina Driver']);
  expect(found('river')).toEqual([]);
});

it('ignores accents, vowel marks and spelling variants', () => {
  expect(found('nunez')).toEqual(['José Núñez']);
  expect(found('فَاطِمه')).toEqual(['فاطمة الزهراء']);
});
