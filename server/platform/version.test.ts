import { expect, test } from 'vitest';
import { isOlder, OLDEST_DATA, PREVIOUS_VERSION, VERSION } from './own-package.ts';

test('the versions are three numbers each, and the previous one is older', () => {
  for (const version of [VERSION, PREVIOUS_VERSION, OLDEST_DATA.version])
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(isOlder(PREVIOUS_VERSION, VERSION)).toBe(true);
});

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0', '0.2.9', false],
  ['0.9.0', '0.10.0', true],
  ['0.10.0', '0.9.0', false],
  ['0.9.0', '1.0.0', true],
  ['1.0.0', '0.9.0', false],
])('%s is older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});
