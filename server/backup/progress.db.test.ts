/** @module-tag backup */

import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { addContents, deliver, migratedPlace, PASSPHRASE, SECRETS } from '../../tests/support/test-backup.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { backUp } from './back-up.ts';
import { checkBackup } from './check-backup.ts';
import type { Progress } from './progress.ts';
import { restore } from './restore.ts';

let app: TestApp;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
const reports: Progress[] = [];
const on_progress = (progress: Progress) => void reports.push(structuredClone(progress));

beforeAll(async () => {
  directory = await makeTemporaryDirectory();
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  await deliver(app, shop);
  await addContents({ owner: app.database.owner, store: app.store }, shop, 2);
});
afterAll(async () => {
  await app.drop();
  await directory.remove();
});

/** Returns the last report of each step, and expects that counts neither decrease nor exceed their totals. */
function lastReports(): Map<string, Progress> {
  const last = new Map<string, Progress>();
  for (const progress of reports.splice(0)) {
    const before = last.get(progress.step);
    for (const [at, { done, total }] of progress.counted.entries()) {
      expect(done).toBeGreaterThanOrEqual(before?.counted[at]?.done ?? 0);
      expect(done).toBeLessThanOrEqual(total);
    }
    expect(progress.bytes?.done ?? 0).toBeGreaterThanOrEqual(before?.bytes?.done ?? 0);
    last.set(progress.step, progress);
  }
  return last;
}

const all = (what: string, total: number) => ({ what, done: total, total });

it('the progress of a backup, its check and its restore ends at the totals', async () => {
  const path = join(directory.path, 'shop.backup');
  const place = { owner: app.database.owner, store: app.store };
  const written = await backUp(place, SECRETS, { path, passphrase: PASSPHRASE, on_progress });
  const of_backup = lastReports();
  expect([...of_backup.keys()]).toEqual(['files', 'rows']);
  expect(of_backup.get('files')?.counted).toEqual([all('files', 4)]);
  expect(of_backup.get('files')?.bytes?.done).toBe(of_backup.get('files')?.bytes?.total);
  expect(of_backup.get('rows')?.counted).toEqual([all('rows', written.rows)]);

  const backup = await checkBackup(path, on_progress);
  expect(lastReports().get('checking')?.bytes).toEqual({ done: written.bytes, total: written.bytes });

  const target = await migratedPlace();
  try {
    await restore(target, backup, { before_commit: async () => undefined, on_progress });
    const of_restore = lastReports();
    expect([...of_restore.keys()]).toEqual(['files and rows', 'indexes']);
    const loaded = of_restore.get('files and rows');
    expect(loaded?.counted).toEqual([all('files', 4), all('rows', written.rows)]);
    expect(loaded?.bytes?.done).toBe(loaded?.bytes?.total);
    const [built] = of_restore.get('indexes')?.counted ?? [];
    expect(built?.done).toBe(built?.total);
  } finally {
    await target.drop();
  }
});

it('every column is backed up in binary form', async () => {
  const { manifest } = await checkBackup(join(directory.path, 'shop.backup'), () => undefined);
  expect(manifest.tables.filter(({ form }) => form !== 'binary')).toEqual([]);
});
