import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { messageOf, type ToastWords } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useSession } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';
import type { Passwords } from './use-password-problem.ts';

/**
 * Changes one's own password and says how it went; `done` is called once it has worked. `problemOf`: what is wrong with
 * the password chosen, null when it can be sent.
 */
export function useChangePassword(problemOf: (passwords: Passwords) => string | null, done: () => void) {
  const { passwordChanged } = useSession();
  const [busy, setBusy] = useState(false);

  async function submit(passwords: Passwords): Promise<void> {
    if (busy) return;
    const mistyped =
      passwords.chosen === passwords.repeated
        ? null
        : t`The new password and its repetition are not the same`;
    const problem = problemOf(passwords) ?? mistyped;
    if (problem) return showToast(failed(problem));
    setBusy(true);
    try {
      const body = { current_password: passwords.current, new_password: passwords.chosen };
      await callEndpoint('change_password', { body });
      showToast({
        kind: 'success',
        title: t`Password changed`,
        description: t`Your other devices have been signed out`,
      });
      done();
      await passwordChanged();
    } catch (error) {
      showToast(failed(messageOf(error)));
    } finally {
      setBusy(false);
    }
  }
  return { busy, submit };
}

function failed(description: string): ToastWords {
  return { kind: 'error', title: t`Password not changed`, description };
}
