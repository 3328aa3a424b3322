import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { OwnSession } from '../../../contract/schemas/profile.ts';
import { messageOf, plainFailure } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { showToast } from '../../ui/toast.ts';

/** One's own sessions, and signing one of them out. Pressing again after no answer is harmless: ended already is done. */
export function useOwnSessions() {
  const read = useEndpoint('list_sessions');
  const [ending, setEnding] = useState<string | null>(null);

  async function signOutThere({ id, device }: OwnSession): Promise<void> {
    if (ending !== null) return;
    setEnding(id);
    try {
      await callEndpoint('end_session', { params: { session_id: id } });
      showToast({ kind: 'success', title: t`Signed out there`, description: device ?? t`Unknown device` });
      await read.refetch();
    } catch (error) {
      showToast(plainFailure(t`The device could not be signed out: ${messageOf(error)}`));
    } finally {
      setEnding(null);
    }
  }
  return { read, ending, signOutThere };
}
