import { t } from '@lingui/core/macro';
import type { EndpointBody } from '../../../contract/schemas/endpoint-schemas.ts';
import { messageOf, type ToastWords } from '../../api/problem-words.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { useSession } from '../../session/use-session.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Passwords } from './use-password-problem.ts';

/**
 * Changes one's own password and says how it went; `done` is called once it has worked. `problemOf`: what is wrong with
 * the password chosen, null when it can be sent.
 */
export function useChangePassword(
  problemOf: (passwords: Pick<Passwords, 'current' | 'chosen'>) => string | null,
  done: () => void,
) {
  const { passwordChanged } = useSession();
  const [busy, run] = useBusy();

  async function submit({ current, chosen, repeated }: Passwords): Promise<void> {
    const mistyped = chosen === repeated ? null : t`The new password and its repetition are not the same`;
    const problem = problemOf({ current, chosen }) ?? mistyped;
    if (problem) return showToast(failed(problem));
    await run(() => change({ current_password: current, new_password: chosen }));
  }

  async function change(body: EndpointBody<'change_password'>): Promise<void> {
    try {
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
    }
  }
  return { busy, submit };
}

function failed(description: string): ToastWords {
  return { kind: 'error', title: t`Password not changed`, description };
}
