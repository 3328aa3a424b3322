import { backUp } from '../../server/backup/back-up.ts';
import { checkBackup } from '../../server/backup/check-backup.ts';
import type { Step } from '../../server/backup/progress.ts';
import { restore } from '../../server/backup/restore.ts';
import { directoryStore } from '../../server/files/store/directory-store.ts';
import { openPools } from '../../server/platform/database/pools.ts';

/** A backup or restore in a separate process, which kills itself at `killed_at`: see runKilled. */
export type KilledRun = {
  what: 'backup' | 'restore';
  owner_url: string;
  files: string;
  path: string;
  passphrase: string;
  /** The nth progress report of a step; `commit` is the point just before the commit. */
  killed_at: { step: Step | 'commit'; nth: number };
};

const run = JSON.parse(process.argv[2] ?? '') as KilledRun;
const { what, owner_url, files, path, passphrase, killed_at } = run;
let reported = 0;
const onStep = (step: string) => {
  if (step !== killed_at.step) return;
  reported += 1;
  if (reported === killed_at.nth) process.kill(process.pid, 'SIGKILL');
};
const on_progress = ({ step }: { step: Step }) => onStep(step);
const { owner } = openPools({ owner_url, request_url: owner_url });
const place = { owner, store: directoryStore(files) };
if (what === 'backup') {
  const secrets = { auth_secrets: ['a secret of the tests, long enough to be one'] };
  await backUp(place, secrets, { path, passphrase, on_progress, scrypt_N: 1_024 });
} else {
  const backup = await checkBackup(path, on_progress);
  await restore(place, backup, { before_commit: async () => onStep('commit'), on_progress });
}
process.stdout.write('The process was not killed');
process.exit();
