import { moveContents } from '../../server/files/store/move-contents.ts';
import { openStore } from '../../server/files/store/open-store.ts';
import { databaseOf } from '../../server/platform/database/database.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { machineNow, machineRandom } from '../../server/platform/machine.ts';
import type { FilesSetting } from '../../server/platform/settings/files-setting.ts';

/** A move of files in a separate process, which kills itself after `killed_after` files. */
export type KilledMove = { owner_url: string; from: FilesSetting; to: FilesSetting; killed_after: number };

const { owner_url, from, to, killed_after } = JSON.parse(process.argv[2] ?? '') as KilledMove;
const MACHINE = { now: machineNow, random: machineRandom };
const { owner } = openPools({ owner_url, request_url: owner_url });
await moveContents(
  databaseOf(owner),
  await openStore(from, MACHINE),
  await openStore(to, MACHINE),
  ({ files }) => {
    if (files === killed_after) process.kill(process.pid, 'SIGKILL');
  },
);
process.stdout.write('The process was not killed');
process.exit();
