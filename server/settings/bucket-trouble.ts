import { errorText } from '../platform/error-text.ts';
import { machineNow, machineRandom } from '../platform/machine.ts';
import type { BucketSetting } from '../platform/settings/files-setting.ts';

const ANSWER_MS_MAX = 5_000;
/**
 * Errors of a wrong clock or expired keys: not errors of settings, and they can also occur while a server
 * runs.
 */
const NO_SETTINGS = ['RequestTimeTooSkewed', 'ExpiredToken', 'InvalidToken'];

/**
 * Writes a test object to a bucket, removes it, and returns the bucket's refusal as text. Null if it refuses
 * nothing, and if it is full, does not respond, or refuses because of clock or session: then the server runs
 * and is `degraded`.
 */
export async function bucketTrouble(bucket: BucketSetting): Promise<string | null> {
  const { s3Requests } = await import('../files/s3/s3-requests.ts');
  const { S3Error } = await import('../files/s3/s3-error.ts');
  const { send: ask } = s3Requests(bucket, { now: machineNow, random: machineRandom });
  const trial = { key: `incoming/trial.${machineRandom.id()}`, within_ms: ANSWER_MS_MAX };
  try {
    await ask({ ...trial, method: 'PUT', action: 'be written to', body: new Uint8Array(1) });
    await ask({ ...trial, method: 'DELETE', action: 'remove anything' });
    return null;
  } catch (error) {
    const is_no_setting =
      error instanceof S3Error && (error.is_temporary || error.is_full || NO_SETTINGS.includes(error.code));
    if (is_no_setting) return null;
    return errorText(error);
  }
}
