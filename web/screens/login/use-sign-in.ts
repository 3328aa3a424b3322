import { loginFailed } from '../../api/problem-words.ts';
import { useSession } from '../../session/use-session.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';

/** Signs in and says why it did not work. Busy until the answer is there. */
export function useSignIn(): { busy: boolean; submit(email: string, password: string): Promise<void> } {
  const { signIn } = useSession();
  const [busy, run] = useBusy();
  const submit = (email: string, password: string) =>
    run(() => signIn(email.trim(), password).catch((error: unknown) => showToast(loginFailed(error))));
  return { busy, submit };
}
