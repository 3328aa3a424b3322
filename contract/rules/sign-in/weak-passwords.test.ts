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
])('rejects %s: %s', (password, reason) => {
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
])('accepts %s', (password) => {
  expect(weakness(password)).toBeNull();
});

test('rejects a name in any script and Unicode composition', () => {
  const named = { ...own, full_name: 'محمد José' };
  expect(weaknessOf('محمد123456', named, null)).toBe('password_own_data');
  expect(weaknessOf('jose\u0301123456', named, null)).toBe('password_own_data');
});

test('without the list of common passwords, still rejects the user’s own data', () => {
  expect(weaknessOf('mandoob-demo', own, null)).toBe('password_own_data');
  expect(weaknessOf('qwertyuiop', own, null)).toBeNull();
});

describe('an empty full name or one without letters', () => {
  test.each(['', '-', '...'])('(%j) removes nothing from the password', (full_name) => {
    expect(weaknessOf('xkpq7mzt4r', { ...own, full_name }, isCommonPassword)).toBeNull();
  });
});

test('checks the longest passwords in under five seconds', () => {
  const started = performance.now();
  for (const password of ['a1'.repeat(99), `${'abcd'.repeat(49)}abc`, 'x y'.repeat(66), '9'.repeat(199)]) {
    weakness(`${password}b`);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
