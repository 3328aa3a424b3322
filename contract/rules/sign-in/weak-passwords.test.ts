import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { weaknessOf } from './weak-passwords.ts';

const own = {
  email: 'bilal.ahmed@barsha-market.ae',
  full_name: 'Bilal Ahmed',
  product_name: 'Delivery Desk',
};
const weakness = (password: string) => weaknessOf(password, own, isCommonPassword);

test.each([
  ['aaaaaaaaaa', 'password_repeated'],
  ['1111111111', 'password_repeated'],
  ['😀😀😀😀😀😀😀😀😀😀', 'password_repeated'],
  ['abcabcabcabc', 'password_repeated'],
  ['12341234123412341234', 'password_repeated'],
  ['bilal.ahmed@barsha-market.ae', 'password_own_data'],
  ['BilalAhmed2026', 'password_own_data'],
  ['ahmed-bilal-1', 'password_own_data'],
  ['barsha-market', 'password_own_data'],
  ['DeliveryDesk!!', 'password_own_data'],
  ['mandoob-demo', 'password_own_data'],
  ['Mandoob2026!', 'password_own_data'],
  ['1234567890', 'password_common'],
  ['qwertyuiop', 'password_common'],
  ['1Q2W3E4R5T', 'password_common'],
  ['password123', 'password_common'],
  ['Password2026!', 'password_common'],
  ['P@ssw0rd2026', 'password_common'],
  ['!!Iloveyou!!1', 'password_common'],
  ['football2026', 'password_common'],
])('%s is refused: %s', (password, reason) => {
  expect(weakness(password)).toBe(reason);
});

test.each([
  'correct horse battery',
  'my own good password',
  'xkpq7mzt4r',
  'bilal drinks karak tea',
  'ahmed#9Qx!v7Lw2',
  'ثلاثة جمال وقارب',
  'demo of the camel race',
  'abcabcabcabd',
])('%s is let through', (password) => {
  expect(weakness(password)).toBeNull();
});

test('a name in any letters counts, composed as it may be', () => {
  const named = { ...own, full_name: 'محمد José' };
  expect(weaknessOf('محمد123456', named, null)).toBe('password_own_data');
  expect(weaknessOf('jose\u0301123456', named, null)).toBe('password_own_data');
});

test('without the list own data and repetition are still refused', () => {
  expect(weaknessOf('mandoob-demo', own, null)).toBe('password_own_data');
  expect(weaknessOf('qwertyuiop', own, null)).toBeNull();
});

describe('a name of signs only, and none at all', () => {
  test.each(['', '-', '...'])('%j takes nothing away', (full_name) => {
    expect(weaknessOf('xkpq7mzt4r', { ...own, full_name }, isCommonPassword)).toBeNull();
  });
});

test('the longest password is judged in no time', () => {
  const started = performance.now();
  for (const password of ['a1'.repeat(99), `${'abcd'.repeat(49)}abc`, 'x y'.repeat(66), '9'.repeat(199)]) {
    weakness(`${password}b`);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
