import { errorText } from '../platform/error-text.ts';
import { machineNow, machineRandom } from '../platform/machine.ts';
import type { BucketSetting } from '../platform/settings/files-setting.ts';

const ANSWER_MS_MAX = 5_000;
/** A clock that is wrong, and keys that have expired: no wrong setting, and they come about while servers work as well. */
const NO_SETTINGS = ['RequestTimeTooSkewed', 'ExpiredToken', 'InvalidToken'];

/**
 * What a bucket refuses: it is written to, and what was put there removed again. Null where it refuses nothing, and where it has no room, does not
 * answer, or refuses for the sake of clock or session: the server works meanwhile, with less, and says `degraded`.
 */
export async function bucketTrouble(bucket: BucketSetting): Promise<string | null> {
  const { s3Requests } = await import('../files/s3/s3-requests.ts');
  const { S3Error } = await import('../files/s3/s3-error.ts');
  const { ask } = s3Requests(bucket, { now: machineNow, random: machineRandom });
  const trial = { key: `incoming/trial.${machineRandom.id()}`, within_ms: ANSWER_MS_MAX };
  try {
    await ask({ ...trial, method: 'PUT', asked: 'be written to', body: new Uint8Array(1) });
    await ask({ ...trial, method: 'DELETE', asked: 'remove anything' });
    return null;
  } catch (error) {
    const is_no_setting =
      error instanceof S3Error && (error.is_passing || error.is_full || NO_SETTINGS.includes(error.code));
    if (is_no_setting) return null;
    return errorText(error);
  }
}
