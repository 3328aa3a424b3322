import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../contract/rules/ids.ts';
import { type Container, type ContainerFiles, startContainer } from './container.ts';
import type { StartSettings } from './containerfile.ts';

type Check = (name: string, held: boolean, found?: unknown) => void;
type Image = ContainerFiles & { started: StartSettings; written: () => string[] };

const READY_MS_MAX = 60_000;
/** The time that container engines allow before they kill a container. */
const STOP_MS_MAX = 10_000;
const EMAIL = 'driver@example.com';
const PASSWORD = 'seven camels at noon';

/** Runs the image's server on this database and checks what a container must do. */
export async function testServer({
  database,
  port,
  check,
  ...image
}: Image & { database: Record<string, string>; port: number; check: Check }): Promise<void> {
  await testWithoutSettings(image, check);
  const settings = {
    ...database,
    AUTH_SECRET: `${newId()}${newId()}`,
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const server = startContainer(image, image.started, settings);
  try {
    const address = `http://127.0.0.1:${port}`;
    const ready = await isReady(server, address);
    check('the server becomes ready', ready, server.output());
    if (!ready) return;
    await testInside(server, image, check);
    await testPeople(server, address, check);
    await testStop(server, image, check);
  } finally {
    server.kill();
    await server.ended;
  }
}

async function testWithoutSettings(image: Image, check: Check): Promise<void> {
  const server = startContainer(image, image.started, {});
  const code = await server.ended;
  const names_setting = /set DATABASE_URL/.test(server.output());
  check('without a database it exits and names the setting', code === 1 && names_setting, server.output());
}

async function testInside(server: Container, { started }: Image, check: Check): Promise<void> {
  const status = server.status();
  const [uid = ''] = started.user.split(':');
  check('its user is not root', new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm').test(status), status);
  check('it has no capabilities', /^CapEff:\s+0+$/m.test(status) && /^CapBnd:\s+0+$/m.test(status), status);
  const processes = server.list('/proc').filter((name) => /^\d+$/.test(name));
  check('it is the only process and the first', processes.join() === '1', processes);
  const healthy = await server.run(started.health_check);
  check('the health check passes', healthy.code === 0, healthy.out);
  const elsewhere = await server.run(started.health_check, { PORT: '1' });
  check('the health check fails if no server responds', elsewhere.code === 1, elsewhere.out);
  const written = await server.run(['/usr/bin/touch', '/opt/mandoob/written']);
  check('its root is read-only', /Read-only file system/.test(written.out), written.out);
}

async function testPeople(server: Container, address: string, check: Check): Promise<void> {
  const mandoob = (...parameters: string[]) => server.run(['mandoob', ...parameters]);
  const shop = await mandoob('shop', 'add', 'Corner Shop', '--time-zone', 'Asia/Dubai');
  check('the mandoob command adds a shop', shop.code === 0, shop.out);
  const staff = ['--shop', '1', '--name', 'Bilal Ahmed', '--role', 'Driver', '--password', PASSWORD];
  const added = await mandoob('staff', 'add', EMAIL, ...staff);
  check('the mandoob command adds a driver', added.code === 0, added.out);
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  check('the driver can sign in', response.status === 200, `${response.status} ${await response.text()}`);
  const page = await (await fetch(address)).text();
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  check('the app is served', (await fetch(address + script)).status === 200 && script !== '', page);
  const doctor = await mandoob('doctor');
  check('mandoob doctor reports no problem', doctor.code === 0, doctor.out);
}

async function testStop(server: Container, { started, written }: Image, check: Check): Promise<void> {
  const temporary = server.list('/tmp');
  check('it wrote no temporary files', temporary.length === 0, temporary);
  check('it wrote its data directory', written().includes('files'), written());
  check(
    'no write was refused and nothing failed',
    !/EROFS|EACCES|"level":(50|60)/.test(server.output()),
    server.output(),
  );
  const signalled = performance.now();
  process.kill(server.pid(), started.stop_signal);
  const code = await Promise.race([server.ended, pause(STOP_MS_MAX, 'not within 10 s', { ref: false })]);
  const seconds = ((performance.now() - signalled) / 1_000).toFixed(1);
  check(`it ends on ${started.stop_signal}, after ${seconds} s`, code === 0, `${code} ${server.output()}`);
}

async function isReady(server: Container, address: string): Promise<boolean> {
  const until = performance.now() + READY_MS_MAX;
  let has_ended = false;
  void server.ended.then(() => {
    has_ended = true;
  });
  while (performance.now() < until && !has_ended) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (response?.ok) return true;
    await pause(100);
  }
  return false;
}
