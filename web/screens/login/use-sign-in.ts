import { useState } from 'react';
import { loginFailed } from '../../api/problem-words.ts';
import { useSession } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';

/** Signs in and says why it did not work. Busy until the answer is there, so that a second press does nothing. */
export function useSignIn(): { busy: boolean; submit(email: string, password: string): Promise<void> } {
  const { signIn } = useSession();
  const [busy, setBusy] = useState(false);
  async function submit(email: string, password: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await signIn(email.trim(), password);
    } catch (error) {
      showToast(loginFailed(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, submit };
}
