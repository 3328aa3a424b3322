import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { createTestApp } from '../../../tests/support/test-app.ts';
import { deliver } from '../../../tests/support/test-backup.ts';
import { listenForStopOnce, opensNothing, runCli } from '../../../tests/support/test-cli.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import type { Installation } from '../open-installation.ts';

/** This test needs its own file, since a stopped program stays stopped. */

test('a backup whose terminal is closed removes its draft, closes the installation and exits with 130', async () => {
  const app = await createTestApp();
  const directory = await makeTemporaryDirectory();
  vi.stubEnv('MANDOOB_BACKUP_PASSPHRASE', 'correct horse battery staple');
  await deliver(app, await createTestShop(app.owner));
  const close = vi.fn(async () => undefined);
  const drafts: string[] = [];
  const installation = async (): Promise<Installation> => ({
    owner: app.database.owner,
    data_dir: null,
    store: {
      ...app.store,
      // At this point the draft exists, and the first file is about to be written to it.
      read: async (...content) => {
        drafts.push(...(await readdir(directory.path)));
        process.emit('SIGHUP', 'SIGHUP');
        return app.store.read(...content);
      },
    },
    secrets: {
      read: async () => ['the-secret-of-this-installation-thirty-two-and-more'],
      admit: async () => undefined,
      keep: async () => null,
    },
    checkRequests: async () => undefined,
    close,
  });
  listenForStopOnce();
  const path = join(directory.path, 'stopped.backup');
  expect(await runCli(['backup', path], opensNothing, { installation })).toEqual({
    out: '',
    err: expect.stringContaining('error: Stopped\n'),
    code: 130,
  });
  expect([...new Set(drafts)]).toEqual([expect.stringMatching(/^stopped\.backup\..*\.unfinished$/)]);
  expect(await readdir(directory.path)).toEqual([]);
  expect(close).toHaveBeenCalledOnce();
  vi.unstubAllEnvs();
  await directory.remove();
  await app.drop();
});
