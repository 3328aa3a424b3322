import type { Bucket } from '../../../contract/rules/storage-paths.ts';
import { NoResponse } from '../../api/errors.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { withTimeout } from '../../environment/timing.ts';

const FETCH_MS_MAX = 20_000;

export type StoredFile = { bucket: Bucket; path: string; sha256: string };

/** Returns the content of one version of a file. Throws like `callEndpoint`. */
export async function fetchFile({ bucket, path, sha256 }: StoredFile): Promise<Blob> {
  const { signed_url } = await callEndpoint('sign_file', { body: { bucket, path, sha256 } });
  const limit = new AbortController();
  const fetching = thisTab.send(signed_url, { signal: limit.signal }).then((response) => {
    if (!response.ok) throw new TypeError(`The file was not returned: status ${response.status}`);
    return response.blob();
  });
  try {
    return await withTimeout(thisTab.timer, FETCH_MS_MAX, fetching);
  } catch (cause) {
    throw new NoResponse('network', { sent: true, cause });
  } finally {
    limit.abort();
  }
}
