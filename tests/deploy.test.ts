import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../server/platform/settings/config.ts';
import { readContainerfile } from './image/containerfile.ts';
import { ONE_HELPER_THREAD } from './support/node-options.ts';

/** The deployment files name settings that the server reads, and files and passwords that exist. */

const ROOT = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const compose = read('compose.yaml');
const directory = mkdtempSync(join(tmpdir(), 'mandoob-deploy-'));
afterAll(() => rmSync(directory, { recursive: true }));
const unitNames = readdirSync(new URL('deploy/', ROOT)).filter((name) => name.endsWith('.service'));

const block = (name: RegExp) => name.exec(compose)?.[1] ?? expect.fail(`compose.yaml has no ${name}`);
const namesIn = (text: string) => [...text.matchAll(/^ +([A-Z_]+):/gm)].map(([, name = '']) => name);
const environment = (settings: string) =>
  Object.fromEntries(
    [...settings.matchAll(/^ +([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{\w+:\?missing\}/g, 'a'.repeat(64)),
    ]),
  );

test('the settings of the servers in compose.yaml are known and valid', () => {
  const settings = block(/environment: &settings\n((?: {4}.+\n)+)/);
  const { problems, config, defaults } = readSettings(environment(settings));
  expect(problems).toEqual([]);
  expect(namesIn(settings).filter((name) => !defaults.has(name))).toEqual([]);
  expect(config.files.kind).toBe('s3');
  expect(config.database_request_url).toContain('mandoob_request');
  // Served within the networks of the containers, and published to no host.
  expect(config.metrics).toEqual({ host: '0.0.0.0', port: 9464 });
  expect(compose).not.toMatch(/ports:.*9464/);
});

test('the settings that docs/operate/deploy.md shows for several machines are known and valid', () => {
  const [, shown = ''] = /```ini\n([\s\S]+?)```/.exec(read('docs/operate/deploy.md')) ?? [];
  const lines = shown.replaceAll('…', 'a'.repeat(64)).matchAll(/^([A-Z_]+)=(.+)$/gm);
  const { problems, config, defaults } = readSettings(
    Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])),
  );
  expect(problems).toEqual([]);
  expect(shown.match(/^\w+/gm)?.filter((name) => !defaults.has(name))).toEqual([]);
  expect(config).toMatchObject({ files: { kind: 's3' }, metrics: { host: config.host } });
});

test('compose.yaml pins each image and locks each service, and deploy/make-env.sh makes every password', () => {
  const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image = '']) => image);
  expect(images.length).toBe(4);
  for (const image of images.filter((name) => name !== 'mandoob'))
    expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
  const services = compose.split('\nservices:\n')[1]?.split('\nnetworks:\n')[0] ?? '';
  for (const service of services.split(/\n\n/)) expect(service, service).toMatch(/\*server|<<: \*locked/);
  expect(block(/^x-locked: &locked\n((?: {2}.+\n)+)/m)).toMatch(/logging: .*max-size: \d+m, max-file: "\d+"/);
  const makeEnv = () =>
    execFileSync('sh', [new URL('deploy/make-env.sh', ROOT).pathname, 'shop.example.com'], {
      cwd: directory,
      stdio: 'pipe',
    });
  makeEnv();
  const made = readFileSync(join(directory, '.env'), 'utf8');
  expect(statSync(join(directory, '.env')).mode & 0o777).toBe(0o600);
  // A second run must not overwrite the only copy of the passwords.
  expect(makeEnv).toThrow('.env');
  expect(readFileSync(join(directory, '.env'), 'utf8')).toBe(made);
  const lines = new Map(
    [...made.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const variables = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  expect([...lines.keys()].sort()).toEqual([...variables].sort());
  // Every variable is required: a plain `${NAME}` would be empty if it is not set.
  expect(compose.match(/\$\{\w+\}|\$\w/g)).toBeNull();
  const secrets = [...lines].filter(([name]) => /SECRET|PASS/.test(name)).map(([, value]) => value);
  expect(secrets.filter((value) => /^[0-9a-f]{64}$/.test(value)).length).toBe(6);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test('compose.yaml has the same health check for its servers as the Containerfile', () => {
  const [, image] = readContainerfile(new URL('Containerfile', ROOT).pathname);
  const [, flags = ''] = /^HEALTHCHECK (.+) \\$/m.exec(read('Containerfile')) ?? [];
  const expected = Object.fromEntries(
    [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name.replaceAll('-', '_'),
      value,
    ]),
  );
  const server = block(/^x-server: &server\n((?: {2}.+\n)+)/m);
  const lines = /^ {2}healthcheck:\n((?: {4}.+\n)+)/m.exec(server)?.[1] ?? '';
  const given = Object.fromEntries(
    [...lines.matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const test = `[CMD, ${image?.started.health_check.join(', ')}]`;
  expect(Object.keys(expected)).toHaveLength(4);
  expect(given).toEqual({ ...expected, test });
  // Without this option podman builds an image in the OCI format, which has no health check.
  expect(read('Containerfile')).toMatch(/podman build --format docker /);
});

test('the PostgreSQL of compose.yaml has enough shared memory for three processes that prove the book', () => {
  const postgres = block(/^ {2}postgres:\n((?: {4}.+\n)+)/m);
  const [, size_mb = 0] = /^ {4}shm_size: (\d+)m$/m.exec(postgres) ?? [];
  // For a hash table PostgreSQL uses twice the work_mem of 32 MB that the proof sets for each process.
  expect(Number(size_mb)).toBeGreaterThanOrEqual(3 * 2 * 32);
});

test('deploy/make-databases.sh shows no password among the parameters of psql', () => {
  const log = join(directory, 'psql-parameters');
  writeFileSync(join(directory, 'psql'), `#!/bin/sh\nprintf '%s\\n' "$@" > ${log}\n`, { mode: 0o755 });
  execFileSync('sh', [new URL('deploy/make-databases.sh', ROOT).pathname], {
    env: {
      PATH: `${directory}:${process.env.PATH}`,
      OWNER_PASSWORD: 'the-password-of-the-owner',
      REQUEST_PASSWORD: 'the-password-of-requests',
    },
  });
  const parameters = readFileSync(log, 'utf8');
  expect(parameters).toContain('ON_ERROR_STOP=1');
  expect(parameters).not.toContain('the-password-of');
});

test('docs/operate/deploy.md installs the Node version of the Containerfile, and no package with an older one', () => {
  const blocks = [...read('docs/operate/deploy.md').matchAll(/```sh\n([\s\S]+?)```/g)];
  const [, commands = ''] = blocks.find(([, text = '']) => text.includes('nodejs.org')) ?? [];
  const [, packages = ''] = /^apt-get install (.+)$/m.exec(commands) ?? [];
  expect(packages.split(' ')).toContain('git');
  expect(packages.split(' ').filter((name) => ['nodejs', 'npm'].includes(name))).toEqual([]);
  const [, version] = /^FROM \S+\/node:([\d.]+)-/m.exec(read('Containerfile')) ?? [];
  expect(commands).toContain(`/v${version}/node-v${version}-linux-x64.tar.xz`);
  // The units and the command expect Node at this path.
  expect(commands).toMatch(/^ln -s \/opt\/node\/bin\/node .*\/usr\/bin\/$/m);
});

test('the units use the programs and paths of the container and of the checkout', () => {
  const [, image] = readContainerfile(new URL('Containerfile', ROOT).pathname);
  expect(unitNames).toContain('mandoob.service');
  for (const name of unitNames) {
    const unit = read(`deploy/${name}`);
    expect(unit).toContain('WorkingDirectory=/opt/mandoob\n');
    expect(unit).toContain('ProtectSystem=strict\n');
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (?:--\S+ )*(\S+)/m.exec(unit) ?? [];
    expect(['dist/server/main.js', 'bin/mandoob.mjs']).toContain(program);
  }
  expect(image?.started.command.at(-1)).toBe('/opt/mandoob/dist/server/main.js');
  expect(read('deploy/mandoob-backup.service')).toContain(
    'MANDOOB_BACKUP_PASSPHRASE_FILE=%d/backup-passphrase',
  );
  expect(read('deploy/mandoob-backup.timer')).toContain('Persistent=true');
});

test('the image, the systemd unit and npm start run servers with one helper thread', () => {
  const [, image] = readContainerfile(new URL('Containerfile', ROOT).pathname);
  expect(image?.started.command).toContain(ONE_HELPER_THREAD);
  expect(read('deploy/mandoob.service')).toContain(`${ONE_HELPER_THREAD} dist/server/main.js`);
  expect(read('package.json')).toContain(`"start": "node ${ONE_HELPER_THREAD} scripts/start.mjs"`);
});

/**
 * Runs deploy/mandoob with a settings file and exported variables. Returns the environment of the program it
 * starts.
 */
function settingsOfCommand(lines: string[], exported: Record<string, string> = {}) {
  const file = join(directory, 'mandoob.env');
  writeFileSync(file, lines.join('\n'));
  const script = read('deploy/mandoob')
    .replaceAll('/etc/mandoob/mandoob.env', file)
    .replace('\ncd /var/lib/mandoob\n', '\n')
    .replace(/^exec .+$/m, 'exec env -0');
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, ...exported },
  });
  const given = stdout.split('\0').map((each): [string, string] => {
    const [name = '', ...value] = each.split('=');
    return [name, value.join('=')];
  });
  return { given: Object.fromEntries(given), stderr };
}

test('the command reads the settings like systemd and evaluates none of them', () => {
  const { given, stderr } = settingsOfCommand([
    '# The settings',
    '',
    'FILES_URL=s3://shop?endpoint=https://s3.example.com&region=me-1  ',
    'DATABASE_URL=postgres://shop:a$HOME`touch made`#;b@127.0.0.1/shop\r',
    'PRODUCT_NAME="Al Barsha\'s $(touch made) & Sons"',
    ' ; another remark',
    'AUTH_SECRET=\'two words and "these" #not a remark\'',
    'TRUST_PROXY=',
    'DATA_DIR=/srv/elsewhere',
    'TMPDIR=/srv/tries',
  ]);
  expect(stderr).toBe('');
  expect(given).toMatchObject({
    FILES_URL: 's3://shop?endpoint=https://s3.example.com&region=me-1',
    DATABASE_URL: 'postgres://shop:a$HOME`touch made`#;b@127.0.0.1/shop',
    PRODUCT_NAME: "Al Barsha's $(touch made) & Sons",
    AUTH_SECRET: 'two words and "these" #not a remark',
    TRUST_PROXY: '',
    DATA_DIR: '/srv/elsewhere',
    TMPDIR: '/srv/tries',
    NODE_ENV: 'production',
  });
  expect(readdirSync(directory)).not.toContain('made');
});

test('variables exported by the calling shell change no setting of the service', () => {
  const kept = {
    MANDOOB_BACKUP_PASSPHRASE: 'a passphrase',
    MANDOOB_BACKUP_PASSPHRASE_FILE: '/root/passphrase',
    PGPASSWORD: 'of --restore-into',
    TERM: 'xterm',
    LANG: 'en_US.UTF-8',
  };
  const { given, stderr } = settingsOfCommand(['PUBLIC_URL=https://shop.example.com'], {
    ...kept,
    DATABASE_URL: 'postgres://another.example/shop',
    FILES_URL: 'file:///elsewhere',
    AWS_SESSION_TOKEN: 'of another account',
    TMPDIR: '/root/tmp',
    NODE_OPTIONS: '--require=/root/mine.js',
    NOTES: 'two lines\nPUBLIC_URL=https://elsewhere.example.com',
  });
  expect(stderr).toBe('');
  const { PATH, ...others } = given;
  expect(PATH).toBe(process.env.PATH);
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/mandoob',
    PUBLIC_URL: 'https://shop.example.com',
    // The default is on a disk.
    TMPDIR: '/var/tmp',
  };
  expect(others).toMatchObject({ ...kept, ...settings });
  const own = new Set([...Object.keys({ ...kept, ...settings }), 'PWD', 'OLDPWD']);
  // LC_… belong to the terminal, like LANG; the empty name is the end of the output of env.
  const unknown = Object.keys(others).filter((name) => !own.has(name) && !/^(LC_\w+)?$/.test(name));
  expect(unknown).toEqual([]);
});

test.each([
  ['a backslash', 'A=one\\'],
  ['a quotation mark', 'A="one" "two"'],
  ['a quotation mark', "A=it's"],
  ['no NAME=value', 'A = one'],
  ['no NAME=value', 'export A=one'],
  ['a space', 'A= one'],
])('the command refuses %s, which systemd might read differently', (reason, line) => {
  const { given, stderr } = settingsOfCommand(['FIRST=1', line]);
  expect(stderr).toContain(`mandoob.env: ${reason}`);
  expect(given).not.toHaveProperty('FIRST');
});
