import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp } from '../../tests/support/test-app.ts';
import {
  allContents,
  backUpTo,
  deliver,
  type EmptyPlace,
  emptyPlace,
  migratedPlace,
  restoreFrom,
} from '../../tests/support/test-backup.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { readMigrations } from '../platform/database/migrations/migration-records.ts';
import { BadBackup } from './archive/archive-format.ts';
import { createArchive } from './archive/archive-writer.ts';
import { checkBackup } from './check-backup.ts';

const LONG = { tags: ['backup'] };
const NEW = { source: 'a-shop', named: async () => new Set<string>() };

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let good: Buffer;
let path: string;
let bad: string;
let target: EmptyPlace;

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  path = join(directory.path, 'good.backup');
  bad = join(directory.path, 'bad.backup');
  const app = await createTestApp();
  await deliver(app, await createTestShop(app.owner));
  await backUpTo(path, { owner: app.database.owner, store: app.store });
  await app.drop();
  good = await readFile(path);
  target = await emptyPlace();
});
afterAll(async () => {
  await target.drop();
  await directory.remove();
});

/** Expects BadBackup with a matching message. */
async function refused(bytes: Uint8Array, message: string | RegExp): Promise<void> {
  await writeFile(bad, bytes);
  const refusal = await restoreFrom(bad, target).then(
    () => 'restored',
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(BadBackup);
  expect((refusal as Error).message).toMatch(message);
}

async function expectUntouched(): Promise<void> {
  const { rows } = await target.owner.query("select to_regclass('public.shops') is null as empty");
  expect(rows).toEqual([{ empty: true }]);
  expect(await allContents(target.store)).toEqual([]);
}

describe('a restore writes nothing and fails', () => {
  it('if any single byte of the backup was changed', () => expectEveryByteCounts(40, 10));
  it('if any byte at either end was changed', LONG, () => expectEveryByteCounts(300, 40));

  /** Changes random bytes, and each of the first and last `ends` bytes. */
  async function expectEveryByteCounts(runs: number, ends: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: good.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (position, flip) => {
          const bytes = Buffer.from(good);
          bytes.writeUInt8(bytes.readUInt8(position) ^ flip, position);
          await refused(bytes, /damaged|truncated|not a backup|newer version/);
        },
      ),
      {
        numRuns: runs + 2 * ends,
        examples: [...Array(ends).keys()].flatMap((at): [number, number][] => [
          [at, 1],
          [good.length - 1 - at, 128],
        ]),
      },
    );
    await expectUntouched();
  }

  it('if the backup is truncated anywhere or has trailing bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), async (length) => {
        await refused(good.subarray(0, length), /truncated|not a backup/);
      }),
      { numRuns: 30, examples: [[0], [1], [18], [19], [good.length - 1], [good.length - 37]] },
    );
    await refused(Buffer.concat([good, Buffer.from([0])]), 'damaged');
    await refused(Buffer.concat([good, good]), 'damaged');
    await expectUntouched();
  });

  it('if the file is not a backup', async () => {
    await refused(Buffer.alloc(0), 'not a backup of this program');
    await refused(
      Buffer.from('%PDF-1.4\nA receipt, and not a backup at all'),
      'not a backup of this program',
    );
    await refused(Buffer.from('-- PostgreSQL database dump\n'), 'not a backup of this program');
    // A copy made in text mode.
    await refused(Buffer.from(good.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), 'not a backup');
    await expect(checkBackup(directory.path, () => undefined)).rejects.toThrow('it is not a file');
    await expect(checkBackup(`${path}.not`, () => undefined)).rejects.toThrow('cannot be read');
    await expectUntouched();
  });

  it('if the backup has a newer format or unknown migrations', async () => {
    const newer = Buffer.from(good);
    newer.write('3', good.indexOf('2'), 'latin1');
    await refused(newer, 'newer version');

    const own = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
    await refused(await made([...own, { name: '9999-later', sha256: '00' }]), '9999-later is unknown here');
    await refused(await made(own.map((one) => ({ ...one, sha256: '00' }))), 'another version');
    // All but one of the migrations of the oldest supported version.
    await refused(await made(own.slice(0, 14)), 'made by a version before 0.1.0');
    await refused(await made(own.slice(1)), 'it lacks 0001-identity');
    await expectUntouched();
  });

  it('if the passphrase is wrong', async () => {
    await expect(restoreFrom(path, target, 'not the one it was')).rejects.toThrow(
      'The passphrase is not the one',
    );
    await expectUntouched();
  });

  it('if a newer version than the backup’s has used the database', async () => {
    const own = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
    const used = await migratedPlace();
    try {
      await writeFile(bad, await made(own.slice(0, 15)));
      const backup = await checkBackup(bad, () => undefined);
      const { restore } = await import('./restore.ts');
      const hooks = { before_commit: async () => undefined, on_progress: () => undefined };
      await expect(restore(used, backup, hooks)).rejects.toThrow('used by a newer version');
    } finally {
      await used.drop();
    }
  });
});

it('a backup contains no secret in plain text', async () => {
  expect(good.includes('a secret of the tests')).toBe(false);
});

/** Makes a complete backup without tables whose manifest lists these migrations. */
async function made(migrations: { name: string; sha256: string }[]): Promise<Buffer> {
  const made_path = join(directory.path, `made-${Math.random()}.backup`);
  const archive = await createArchive(made_path, NEW);
  const manifest = {
    made_at: new Date().toISOString(),
    postgres: '18',
    migrations,
    tables: [],
    sequences: [],
  };
  await archive.section({ type: 'manifest', name: '' }, [Buffer.from(JSON.stringify(manifest))]);
  await archive.section({ type: 'secrets', name: '' }, [Buffer.from('{}')]);
  await archive.finish();
  return readFile(made_path);
}
