import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../contract/rules/ids.ts';
import { type Container, type Place, startContainer } from './container.ts';
import type { Started } from './containerfile.ts';

type Check = (name: string, held: boolean, found?: unknown) => void;
type Image = Place & { started: Started; written: () => string[] };

const READY_MS_MAX = 60_000;
/** What engines wait before they kill. */
const STOP_MS_MAX = 10_000;
const EMAIL = 'driver@example.com';
const PASSWORD = 'seven camels at noon';

/** Runs the image's server on this database and holds it to what a container is to do. */
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
  const says = /set DATABASE_URL/.test(server.output());
  check('without a database it ends and says what to set', code === 1 && says, server.output());
}

async function testInside(server: Container, { started }: Image, check: Check): Promise<void> {
  const status = server.status();
  const [uid = ''] = started.user.split(':');
  check('its user is not root', new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm').test(status), status);
  check('it has no rights', /^CapEff:\s+0+$/m.test(status) && /^CapBnd:\s+0+$/m.test(status), status);
  const processes = server.list('/proc').filter((name) => /^\d+$/.test(name));
  check('it is one process, the first', processes.join() === '1', processes);
  const healthy = await server.run(started.health_check);
  check('the health check passes', healthy.code === 0, healthy.out);
  const elsewhere = await server.run(started.health_check, { PORT: '1' });
  check('the health check fails where nothing answers', elsewhere.code === 1, elsewhere.out);
  const written = await server.run(['/usr/bin/touch', '/opt/mandoob/written']);
  check('its root cannot be written', /Read-only file system/.test(written.out), written.out);
}

async function testPeople(server: Container, address: string, check: Check): Promise<void> {
  const mandoob = (...words: string[]) => server.run(['mandoob', ...words]);
  const shop = await mandoob('shop', 'add', 'Corner Shop', '--time-zone', 'Asia/Dubai');
  check('the mandoob command adds a shop in it', shop.code === 0, shop.out);
  const staff = ['--shop', '1', '--name', 'Bilal Ahmed', '--role', 'Driver', '--password', PASSWORD];
  const added = await mandoob('staff', 'add', EMAIL, ...staff);
  check('and a driver', added.code === 0, added.out);
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  check('who signs in', answer.status === 200, `${answer.status} ${await answer.text()}`);
  const page = await (await fetch(address)).text();
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  check('the app is served', (await fetch(address + script)).status === 200 && script !== '', page);
  const doctor = await mandoob('doctor');
  check('mandoob doctor finds nothing wrong', doctor.code === 0, doctor.out);
}

async function testStop(server: Container, { started, written }: Image, check: Check): Promise<void> {
  const temporary = server.list('/tmp');
  check('it wrote nothing beside its files', temporary.length === 0, temporary);
  check('and its files', written().includes('files'), written());
  check(
    'it refused and failed nothing',
    !/EROFS|EACCES|"level":(50|60)/.test(server.output()),
    server.output(),
  );
  const asked = performance.now();
  process.kill(server.pid(), started.stop_signal);
  const code = await Promise.race([server.ended, pause(STOP_MS_MAX, 'not within 10 s', { ref: false })]);
  const seconds = ((performance.now() - asked) / 1_000).toFixed(1);
  check(`it ends on ${started.stop_signal}, after ${seconds} s`, code === 0, `${code} ${server.output()}`);
}

async function isReady(server: Container, address: string): Promise<boolean> {
  const until = performance.now() + READY_MS_MAX;
  let has_ended = false;
  void server.ended.then(() => {
    has_ended = true;
  });
  while (performance.now() < until && !has_ended) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    if (answer?.ok) return true;
    await pause(100);
  }
  return false;
}
