import type { ApiClient } from '../../api/client.ts';
import { localProblem } from '../../api/errors.ts';
import type { Outbox } from '../outbox.ts';
import type { EntryFile, OutboxEntry } from '../outbox-entry.ts';
import type { SendingProgress } from './sending-progress.ts';
import { fileSent, type Step } from './sending-states.ts';

type Means = {
  outbox: Outbox;
  api: ApiClient;
  progress?: SendingProgress;
};

/**
 * Uploads an entry's missing files concurrently and marks each as uploaded. Returns the first failure; null
 * when all are uploaded.
 */
export async function uploadMissing(means: Means, entry: OutboxEntry, step: Step) {
  const missing = entry.files.filter(({ sent }) => !sent);
  const uploads = missing.map(async (file) => {
    await upload(means, entry, file);
    await step((now) => fileSent(now, file.path));
  });
  const outcomes = await Promise.allSettled(uploads);
  const failures = missing.flatMap(({ stage }, at) => {
    const outcome = outcomes[at];
    return outcome?.status === 'rejected' ? [{ stage, error: outcome.reason as unknown }] : [];
  });
  return failures[0] ?? null;
}

async function upload(
  { outbox, api, progress }: Means,
  { command_id, user_id }: OutboxEntry,
  { bucket, path, sha256, stage }: EntryFile,
): Promise<void> {
  const blob = await outbox.readFile(command_id, path);
  if (!blob) throw localProblem('file_missing');
  const onSent = progress?.begin(command_id, path, { bytes: blob.size, photo: stage === 'photo' });
  await api.putFile({ bucket, path, blob, sha256 }, user_id, onSent);
}
