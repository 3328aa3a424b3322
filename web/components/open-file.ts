import { t } from '@lingui/core/macro';
import type { Bucket } from '../../contract/rules/storage-paths.ts';
import { messageOf } from '../api/problem-messages.ts';
import { callEndpoint } from '../api/this-page.ts';
import { showToast } from '../ui/toast.ts';

/**
 * Opens one version of a file in a new tab. Call it directly in the click handler: the tab must open at once,
 * or some browsers block it. The tab is then sent to a signed link, valid for a minute. `wordsOf` formats an
 * error.
 */
export async function openFile(
  file: { bucket: Bucket; path: string; sha256: string },
  { tab = window.open('', '_blank'), wordsOf = messageOf }: Opening = {},
): Promise<void> {
  if (!tab) return failed(t`Please allow this site to open new tabs`);
  tab.opener = null;
  try {
    const { bucket, path, sha256 } = file;
    const { signed_url } = await callEndpoint('sign_file', { body: { bucket, path, sha256 } });
    tab.location.replace(new URL(signed_url, window.location.origin));
  } catch (error) {
    tab.close();
    failed(wordsOf(error));
  }
}

type Opening = { tab?: Window | null; wordsOf?: (error: unknown) => string };

function failed(description: string): void {
  showToast({ kind: 'error', title: t`The document could not be opened`, description });
}
