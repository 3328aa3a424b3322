import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs';
import { ROOT } from '../../scripts/install.mjs';
import {
  freePort,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { runStatement } from '../support/embedded-postgres-harness.ts';
import { installNodeOfImage, versionOfImage } from '../support/node-of-image.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';
import { createImage, runBuildStage, sizeOf } from './build-image.ts';
import { canMakeNamespaces } from './container.ts';
import { readContainerfile } from './containerfile.ts';
import { testServer } from './test-server.ts';

const SIZE_MB_MAX = 250;

/**
 * `npm run test:image` follows the Containerfile on a Debian that it creates, and runs the server there like
 * a container engine.
 */
const missing =
  ensureDebianPackages({
    title: 'mmdebstrap',
    programs: ['/usr/bin/mmdebstrap'],
    packages: ['mmdebstrap'],
  }) ?? ((await canMakeNamespaces()) ? undefined : 'This account cannot create namespaces. Run it as root.');
if (missing) console.log(`Skipped the test of the container image. ${missing}`);
else process.exitCode = await testImage();

async function testImage(): Promise<number> {
  const results: boolean[] = [];
  const check = (name: string, held: boolean, found: unknown = '') => {
    results.push(held);
    console.log(held ? `  ok      ${name}` : `  FAILED  ${name}: ${String(found)}`);
  };
  const directory = await makeTemporaryDirectory();
  try {
    const image = await makeImage(directory.path);
    const size_mb = sizeOf(image.root);
    check(`the image is ${size_mb.toFixed(0)} MB: at most ${SIZE_MB_MAX}`, size_mb <= SIZE_MB_MAX, size_mb);
    const database = await startDatabase(join(directory.path, 'database'));
    try {
      await testServer({ ...image, database: database.settings, port: await freePort(), check });
    } finally {
      await database.stop();
    }
  } finally {
    await directory.remove();
  }
  const failed = results.filter((held) => !held).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Creates the image's file system, and next to it a directory that its user may write to. */
async function makeImage(directory: string) {
  const [build, final, ...others] = readContainerfile(join(ROOT, 'Containerfile'));
  if (!build || !final || others.length > 0) throw new Error('The Containerfile must have two stages');
  const [place, root, files] = ['build', 'root', 'files'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  console.log(`Downloading Node ${versionOfImage()} …`);
  const bin = installNodeOfImage(join(directory, 'node'));
  console.log('Building the product with the steps of the Containerfile …');
  runBuildStage(build, { source: ROOT, place, bin });
  console.log("Creating the image's Debian …");
  createImage(final, { stage: build, place }, root);
  const [uid = 0, gid = 0] = final.started.user.split(':').map(Number);
  mkdirSync(files);
  chownSync(files, uid, gid);
  return { root, files, started: final.started, written: () => readdirSync(files) };
}

/**
 * Starts PostgreSQL on loopback with the setup of docs/operate/postgres.md, whose database owner may create
 * no roles.
 */
async function startDatabase(data_dir: string) {
  const { owner_url, request_url, stop } = await startEmbeddedPostgres({
    data_dir,
    log: silentLog,
    durable: false,
  });
  for (const statement of [
    "create role shop_owner login password 'shop'",
    'grant shop_owner to current_user',
    'create database shop owner shop_owner',
    "alter role mandoob_request in database shop set statement_timeout = '20s'",
    "alter role mandoob_request in database shop set lock_timeout = '10s'",
    "alter role mandoob_request in database shop set idle_in_transaction_session_timeout = '15s'",
  ]) {
    await runStatement(owner_url, statement);
  }
  const ofShop = (address: string, changed: Partial<URL> = {}) => {
    const url = Object.assign(new URL(address), changed, { pathname: '/shop' });
    // The server's socket is not in the image.
    url.searchParams.delete('host');
    return url.href;
  };
  const settings = {
    DATABASE_URL: ofShop(owner_url, { username: 'shop_owner', password: 'shop' }),
    DATABASE_REQUEST_URL: ofShop(request_url),
  };
  return { settings, stop };
}
