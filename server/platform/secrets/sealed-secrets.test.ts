import { expect, test } from 'vitest';
import { secretBox } from './sealed-secrets.ts';

const OLD = 'an old secret of the installation, long enough';
const NEW = 'a new secret of the installation, long enough';
const PLACE = 'shop 1, admin token';

test('a sealed secret can be opened at its own place only', () => {
  const box = secretBox([OLD]);
  const sealed = box.seal(PLACE, 'shpat_سر');
  expect(sealed).not.toContain('shpat');
  expect(box.open(PLACE, sealed)).toBe('shpat_سر');
  expect(() => box.open('shop 2, admin token', sealed)).toThrow(/shop 2, admin token cannot be read/);
});

test('sealing the same secret twice gives different results', () => {
  const box = secretBox([OLD]);
  expect(box.seal(PLACE, 'secret')).not.toBe(box.seal(PLACE, 'secret'));
});

test('a new first secret opens what the old one sealed; without the old one it cannot be opened', () => {
  const sealed = secretBox([OLD]).seal(PLACE, 'secret');
  expect(secretBox([NEW, OLD]).open(PLACE, sealed)).toBe('secret');
  expect(() => secretBox([NEW]).open(PLACE, sealed)).toThrow(/AUTH_SECRET/);
  expect(secretBox([NEW]).open(PLACE, secretBox([NEW, OLD]).seal(PLACE, 'secret'))).toBe('secret');
});

test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'plain text'])(
  'rejects %j, which is not a sealed secret',
  (sealed) => {
    expect(() => secretBox([OLD]).open(PLACE, sealed)).toThrow(/cannot be read/);
  },
);

test('rejects a sealed secret with one changed bit', () => {
  const box = secretBox([OLD]);
  const sealed = box.seal(PLACE, 'secret');
  const at = sealed.length - 5;
  const flipped = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  expect(() => box.open(PLACE, flipped)).toThrow(/cannot be read/);
});
