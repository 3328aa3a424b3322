import { expect, it } from 'vitest';
import { matching } from './choices.ts';

const CHOICES = ['Dawood Driver', 'Dina Driver', 'Ahmad Dawoud', 'فاطمة الزهراء', 'José Núñez'].map(
  (title) => ({ id: title, title }),
);
const found = (typed: string) => matching(CHOICES, typed).map(({ title }) => title);

it('finds by the beginnings of words, in any order, those that begin with it first', () => {
  expect(found('')).toHaveLength(5);
  expect(found('daw')).toEqual(['Dawood Driver', 'Ahmad Dawoud']);
  expect(found('dr di')).toEqual(['Dina Driver']);
  expect(found('river')).toEqual([]);
});

it('reads over accents, vowel marks and spellings', () => {
  expect(found('nunez')).toEqual(['José Núñez']);
  expect(found('فَاطِمه')).toEqual(['فاطمة الزهراء']);
});
