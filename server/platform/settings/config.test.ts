import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BadSettings, type Environment } from '../read-settings.ts';
import { isLoopback, readConfig, withListeningPort } from './config.ts';

const SECRET = 'a-secret-of-more-than-thirty-two-characters';
const BUCKET_KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

function problemsOf(env: Environment, options = {}): readonly string[] {
  try {
    readConfig(env, options);
    return [];
  } catch (error) {
    if (error instanceof BadSettings) return error.problems;
    throw error;
  }
}

test('without settings, everything has a default', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    data_dir: resolve('data'),
    database_url: null,
    database_request_url: null,
    request_connections: 20,
    owner_connections: 10,
    named_statements: 'auto',
    files: { kind: 'directory', path: resolve('data/files') },
    public_url: 'http://127.0.0.1:3000',
    public_url_is_default: true,
    hsts_subdomains: false,
    trust_proxy: [],
    drain_seconds: 0,
    product_name: 'Mandoob',
    session_unused_days: 30,
    session_total_days: 90,
    auth_secrets: null,
    metrics: null,
    log_level: 'info',
    demo: null,
  });
});

test('reads every setting', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '8080',
    DATA_DIR: '/srv/mandoob',
    DATABASE_URL: 'postgresql://shop:pass@db.example/shop',
    DATABASE_REQUEST_URL: 'postgresql://mandoob_request:pass@pooler.example:6432/shop',
    REQUEST_CONNECTIONS: '40',
    OWNER_CONNECTIONS: '6',
    NAMED_STATEMENTS: 'yes',
    FILES_URL: 's3://proofs?endpoint=https://s3.example.com/&region=me-central-1',
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'its secret',
    AWS_SESSION_TOKEN: 'its token',
    PUBLIC_URL: 'https://shop.example.com/',
    HSTS_SUBDOMAINS: 'yes',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DRAIN_SECONDS: '15',
    PRODUCT_NAME: ' Delivery Desk ',
    SESSION_UNUSED_DAYS: '14',
    SESSION_TOTAL_DAYS: '365',
    AUTH_SECRET: `${SECRET}-new, ${SECRET}-old`,
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.5',
    LOG_LEVEL: 'warn',
  });
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 8080,
    data_dir: resolve('/srv/mandoob'),
    database_url: 'postgresql://shop:pass@db.example/shop',
    database_request_url: 'postgresql://mandoob_request:pass@pooler.example:6432/shop',
    request_connections: 40,
    owner_connections: 6,
    named_statements: 'yes',
    files: {
      kind: 's3',
      bucket: 'proofs',
      endpoint: 'https://s3.example.com',
      region: 'me-central-1',
      keys: { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'its secret', session_token: 'its token' },
    },
    public_url: 'https://shop.example.com',
    public_url_is_default: false,
    hsts_subdomains: true,
    trust_proxy: ['10.0.0.0/8', '::1'],
    drain_seconds: 15,
    product_name: 'Delivery Desk',
    session_unused_days: 14,
    session_total_days: 365,
    auth_secrets: [`${SECRET}-new`, `${SECRET}-old`],
    metrics: { host: '10.0.0.5', port: 9464 },
    log_level: 'warn',
    demo: null,
  });
});

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATA_DIR: ' ', DATABASE_URL: '', TRUST_PROXY: 'none' })).toEqual(
    readConfig({}),
  );
});

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['DATABASE_URL', 'mysql://shop@db/shop'],
  ['DATABASE_URL', 'postgres://db.example'],
  ['DATABASE_URL', 'shop'],
  ['DATABASE_REQUEST_URL', 'postgres://mandoob_request:pass@db.example/shop'],
  ['REQUEST_CONNECTIONS', '1'],
  ['REQUEST_CONNECTIONS', '501'],
  ['OWNER_CONNECTIONS', '5'],
  ['OWNER_CONNECTIONS', 'many'],
  ['NAMED_STATEMENTS', 'true'],
  ['FILES_URL', '/srv/files'],
  ['FILES_URL', 's3://'],
  ['FILES_URL', 's3://bucket?endpoint=s3.example.com'],
  ['FILES_URL', 's3://bucket/a/folder'],
  ['FILES_URL', 's3://bucket?endpoint=https://key:secret@s3.example.com'],
  ['FILES_URL', 's3://bucket?endpoint=https://s3.example.com?key=secret'],
  ['FILES_URL', 's3://bucket?endpoint=https://s3.example.com%23there'],
  ['PUBLIC_URL', 'shop.example.com'],
  ['PUBLIC_URL', 'https://shop.example.com/app'],
  ['PUBLIC_URL', 'ftp://shop.example.com'],
  ['HSTS_SUBDOMAINS', 'maybe'],
  ['HSTS_SUBDOMAINS', 'yes'],
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['DRAIN_SECONDS', '301'],
  ['PRODUCT_NAME', 'x'.repeat(61)],
  ['AUTH_SECRET', 'short'],
  ['AUTH_SECRET', `${SECRET},short`],
  ['METRICS_PORT', 'on'],
  ['METRICS_PORT', '3000'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line that names the setting', (name, value) => {
  const problems = problemsOf({ AUTH_SECRET: SECRET, ...BUCKET_KEYS, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} `));
  expect(problems[0]).not.toContain('\n');
});

test.each([
  'postgres://shop:other@pooler.example/shop',
  'postgres://mandoob_request@db.example/shop?user=shop',
  'postgres://db.example/shop',
  'postgres:mandoob_request',
])('DATABASE_REQUEST_URL=%s with a DATABASE_URL of the user shop is refused', (DATABASE_REQUEST_URL) => {
  const DATABASE_URL = 'postgres://shop@db.example/shop';
  const problems = problemsOf({ AUTH_SECRET: SECRET, DATABASE_URL, DATABASE_REQUEST_URL });
  expect(problems).toMatchObject([expect.stringMatching(/^DATABASE_REQUEST_URL must /)]);
});

test('all invalid settings are reported together, without secrets', () => {
  const problems = problemsOf({
    PORT: 'x',
    LOG_LEVEL: 'x',
    AUTH_SECRET: 'hunter2',
    DATABASE_URL: 'my-password',
  });
  expect(problems.map((line) => line.split(' ')[0])).toEqual([
    'PORT',
    'DATABASE_URL',
    'AUTH_SECRET',
    'LOG_LEVEL',
  ]);
  expect(problems.join()).not.toMatch(/hunter2|my-password/);
});

test('a bucket requires both keys, which are reported along with an invalid address', () => {
  const keys_missing = [
    'AWS_ACCESS_KEY_ID is required with a FILES_URL that names a bucket',
    'AWS_SECRET_ACCESS_KEY is required with a FILES_URL that names a bucket',
  ];
  expect(problemsOf({ FILES_URL: 's3://proofs' })).toEqual(keys_missing);
  expect(problemsOf({ FILES_URL: 's3://proofs/a/folder' })).toEqual([
    ...keys_missing,
    expect.stringMatching(/^FILES_URL must look like s3:/),
  ]);
  expect(problemsOf({ FILES_URL: 's3://proofs', ...BUCKET_KEYS })).toEqual([]);
});

describe('AUTH_SECRET', () => {
  const DATABASE_URL = 'postgres://shop@db.example/shop';
  test('is required with DATABASE_URL', () => {
    expect(problemsOf({ DATABASE_URL })[0]).toMatch(/^AUTH_SECRET is required with DATABASE_URL/);
    expect(problemsOf({ DATABASE_URL, AUTH_SECRET: SECRET })).toEqual([]);
  });
  test('is generated in the demo', () => {
    expect(problemsOf({ DATABASE_URL }, { demo: true })).toEqual([]);
  });
});

describe('the demo', () => {
  test('has a known password, so it listens on this machine only', () => {
    expect(readConfig({}, { demo: true }).demo).toEqual({ password: 'mandoob-demo' });
    expect(problemsOf({ HOST: '0.0.0.0' }, { demo: true })[0]).toMatch(/set DEMO_PASSWORD too$/);
  });
  test('may listen on other addresses with its own password', () => {
    const env = { HOST: '0.0.0.0', DEMO_PASSWORD: 'another' };
    expect(readConfig(env, { demo: true }).demo).toEqual({ password: 'another' });
  });
});

test('a directory for files is relative to DATA_DIR or absolute', () => {
  expect(readConfig({ DATA_DIR: '/d', FILES_URL: 'file://proofs' }).files).toEqual({
    kind: 'directory',
    path: resolve('/d/proofs'),
  });
  expect(readConfig({ FILES_URL: 'file:///srv/the%20files' }).files).toEqual({
    kind: 'directory',
    path: resolve('/srv/the files'),
  });
});

test('the public address defaults to the address that the server listens on', () => {
  expect(readConfig({ HOST: '::1', PORT: '80' }).public_url).toBe('http://[::1]:80');
  expect(readConfig({ HOST: '0.0.0.0' }).public_url).toBe('http://localhost:3000');
  expect(withListeningPort(readConfig({ PORT: '0' }), 4321)).toMatchObject({
    port: 4321,
    public_url: 'http://127.0.0.1:4321',
  });
  expect(withListeningPort(readConfig({ PORT: '0', PUBLIC_URL: 'https://a.example' }), 4321).public_url).toBe(
    'https://a.example',
  );
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['192.168.1.5', false],
  ['127.0.0.1.example.com', false],
])('isLoopback(%s) is %s', (host, answer) => {
  expect(isLoopback(host)).toBe(answer);
});
