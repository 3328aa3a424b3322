import { expect, test } from 'vitest';
import { readSettings } from '../platform/settings/config.ts';
import { settingHints } from './setting-hints.ts';

function hints(env: Record<string, string>): string[] {
  return settingHints(env, readSettings(env).config);
}

test.each([
  ['FILE_URL', 'FILES_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['REQUEST_CONECTIONS', 'REQUEST_CONNECTIONS'],
  ['PROT', 'PORT'],
  ['AUTH_SECRETS', 'AUTH_SECRET'],
])('%s is reported as an unknown setting, with the suggestion %s', (name, meant) => {
  const found = hints({ [name]: 'what-it-says' });
  expect(found).toEqual(name === 'PROT' ? [] : [`${name} is not a setting: did you mean ${meant}?`]);
});

test('ignores variables of other programs, and empty ones', () => {
  const names =
    'HOME PATH PWD USER SHELL TERM LANG HOSTNAME NODE_ENV TZ POSTGRES_URL PGHOST PGPORT XDG_DATA_DIRS';
  const aws = 'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION npm_config_user_agent';
  const env = Object.fromEntries(`${names} ${aws} TEST_DATABASE_URL`.split(' ').map((name) => [name, 'x']));
  expect(hints({ ...env, FILE_URL: ' ' })).toEqual([]);
});

test.each([
  [{ PUBLIC_URL: 'https://shop.example.com' }, /^TRUST_PROXY is not set/],
  [{ HOST: '0.0.0.0' }, /^PUBLIC_URL is not set, so links lead to http:\/\/localhost:3000/],
  [{ SESSION_UNUSED_DAYS: '60', SESSION_TOTAL_DAYS: '7' }, /^SESSION_UNUSED_DAYS \(60\) has no effect/],
  [{ NAMED_STATEMENTS: 'yes' }, /^NAMED_STATEMENTS is for a pooler/],
  [{ DATABASE_READ_URL: 'postgres://standby.example/shop' }, /^DATABASE_READ_URL was removed and is ignored/],
])('%o is reported', (env, expected) => {
  expect(hints(env)).toEqual([expect.stringMatching(expected)]);
});

test.each([
  { PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: '127.0.0.1' },
  { PUBLIC_URL: 'https://shop.example.com', TRUST_PROXY: 'none' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://192.168.1.5:3000' },
])('%o causes no hint', (env) => {
  expect(hints(env)).toEqual([]);
});
