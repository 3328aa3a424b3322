import { useState } from 'react';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/passwords.ts';
import { callEndpoint } from '../../api/client.ts';
import { messageOf, type ToastWords } from '../../api/problem-words.ts';
import { useSession } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';

export type Passwords = { current: string; chosen: string; repeated: string };

/** The first thing that is wrong with what was typed; null when it can be sent. */
export function passwordProblem({ chosen, repeated }: Passwords): string | null {
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    return `The new password needs at least ${MIN_PASSWORD_LENGTH} characters`;
  }
  // Said, not cut off by the field: a password that was pasted would be another than its owner thinks.
  if (chosen.length > MAX_PASSWORD_LENGTH) {
    return `The new password can have at most ${MAX_PASSWORD_LENGTH} characters`;
  }
  return chosen === repeated ? null : 'The new password and its repetition are not the same';
}

/** Changes one's own password and says how it went; `done` is called once it has worked. */
export function useChangePassword(done: () => void) {
  const { passwordChanged } = useSession();
  const [busy, setBusy] = useState(false);

  async function submit(passwords: Passwords): Promise<void> {
    if (busy) return;
    const problem = passwordProblem(passwords);
    if (problem) return showToast(failed(problem));
    setBusy(true);
    try {
      const body = { current_password: passwords.current, new_password: passwords.chosen };
      await callEndpoint('change_password', { body });
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'Your other devices have been signed out',
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
  return { kind: 'error', title: 'Password not changed', description };
}
