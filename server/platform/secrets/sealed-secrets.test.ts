import { expect, test } from 'vitest';
import { secretBox } from './sealed-secrets.ts';

const OLD = 'an old secret of the installation, long enough';
const NEW = 'a new secret of the installation, long enough';
const PLACE = 'shop 1, admin token';

test('what was sealed opens again, in its own place only', () => {
  const box = secretBox([OLD]);
  const sealed = box.seal(PLACE, 'shpat_سر');
  expect(sealed).not.toContain('shpat');
  expect(box.open(PLACE, sealed)).toBe('shpat_سر');
  expect(() => box.open('shop 2, admin token', sealed)).toThrow(/shop 2, admin token cannot be read/);
});

test('the same secret is sealed differently each time', () => {
  const box = secretBox([OLD]);
  expect(box.seal(PLACE, 'secret')).not.toBe(box.seal(PLACE, 'secret'));
});

test('a new secret in front opens what the old one sealed; without the old one nothing opens', () => {
  const sealed = secretBox([OLD]).seal(PLACE, 'secret');
  expect(secretBox([NEW, OLD]).open(PLACE, sealed)).toBe('secret');
  expect(() => secretBox([NEW]).open(PLACE, sealed)).toThrow(/AUTH_SECRET/);
  expect(secretBox([NEW]).open(PLACE, secretBox([NEW, OLD]).seal(PLACE, 'secret'))).toBe('secret');
});

test.each(['', 'v1.', 'v1.AAAA', 'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'plain text'])(
  'what is no sealed secret is refused: %j',
  (sealed) => {
    expect(() => secretBox([OLD]).open(PLACE, sealed)).toThrow(/cannot be read/);
  },
);

test('one flipped bit is refused', () => {
  const box = secretBox([OLD]);
  const sealed = box.seal(PLACE, 'secret');
  const at = sealed.length - 5;
  const flipped = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  expect(() => box.open(PLACE, flipped)).toThrow(/cannot be read/);
});
