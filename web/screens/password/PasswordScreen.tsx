import { t } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { messageOf, type ToastText } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useProfile, useSession } from '../../session/use-session.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { type Passwords, usePasswordProblem } from './use-password-problem.ts';

/** Changes the user's own password. It is in no menu; the profile links to it. */
export function PasswordScreen() {
  return (
    <>
      <PageHeading subtitle={t`Your other devices are signed out when you change your password`} />
      <PasswordForm />
    </>
  );
}

/** Replaces every page until the user has changed a password that another user set. */
export function PasswordFirst() {
  return (
    <>
      <PageHeading title={t`Choose Your Own Password`} subtitle={useResetText()} />
      <PasswordForm />
    </>
  );
}

/** Returns who set or reset the password, and when it was reset. */
function useResetText(): string {
  const { password_reset, shop } = useProfile();
  if (!password_reset) return t`Another user set your password. To continue, choose one that only you know.`;
  const time = formatDateTime(password_reset.at, shop.time_zone);
  const { by } = password_reset;
  return by === null
    ? t`The server administrator reset your password on ${time}. To continue, choose one that only you know.`
    : t`${by} reset your password on ${time}. To continue, choose one that only you know.`;
}

const ABOUT = 'change_password';
const EMPTY: Passwords = { current: '', chosen: '', repeated: '' };

/** The form for the current password and, twice, the new one. */
export function PasswordForm() {
  const { user } = useSession();
  const [passwords, setPasswords] = useState(EMPTY);
  const problemOf = usePasswordProblem();
  const { busy, submit } = useChangePassword(problemOf, () => setPasswords(EMPTY));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(passwords);
  }

  const field = (name: keyof Passwords, label: string, autoComplete: string, hint?: ReactNode) => (
    <Field
      label={label}
      type="password"
      name={name}
      autoComplete={autoComplete}
      hint={hint}
      required
      disabled={busy}
      value={passwords[name]}
      onChange={(event) => setPasswords({ ...passwords, [name]: event.target.value })}
    />
  );

  // No error is shown before the password reaches the minimum length.
  const problem = passwords.chosen.length < MIN_PASSWORD_LENGTH ? null : problemOf(passwords);

  return (
    <form
      onSubmit={onSubmit}
      aria-label={t`Change Password`}
      className="flex max-w-md flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      {/* Identifies the account for password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      {field('current', t`Current Password`, 'current-password')}
      {field('chosen', t`New Password`, 'new-password', <Advice problem={problem} />)}
      {field('repeated', t`Repeat New Password`, 'new-password')}
      <Button type="submit" busy={busy} busyText={t`Changing...`} className="mt-1 min-h-12">
        {t`Change Password`}
      </Button>
    </form>
  );
}

/** Below the new password while it is typed: the reason why it would be refused, else the requirement. */
function Advice({ problem }: { problem: string | null }) {
  return (
    <span aria-live="polite" className={problem ? 'text-danger' : undefined}>
      {problem ?? t`At least ${MIN_PASSWORD_LENGTH} characters`}
    </span>
  );
}

/**
 * Changes the user's password and shows the result; calls `done` on success. `problemOf` returns null if it
 * can be sent.
 */
function useChangePassword(
  problemOf: (passwords: Pick<Passwords, 'current' | 'chosen'>) => string | null,
  done: () => void,
) {
  const { passwordChanged } = useSession();
  const [busy, run] = useBusy();

  async function submit({ current, chosen, repeated }: Passwords): Promise<void> {
    const mistyped = chosen === repeated ? null : t`The new passwords do not match`;
    const problem = problemOf({ current, chosen }) ?? mistyped;
    if (problem) return showToast({ ...failed(problem), about: ABOUT });
    await run(() => change({ current_password: current, new_password: chosen }));
  }

  async function change(body: EndpointBody<'change_password'>): Promise<void> {
    try {
      await callEndpoint('change_password', { body });
      withdrawToasts(ABOUT);
      showToast({
        kind: 'success',
        title: t`Password changed`,
        description: t`Your other devices have been signed out`,
      });
      done();
      await passwordChanged();
    } catch (error) {
      showToast({ ...failed(messageOf(error)), about: ABOUT });
    }
  }
  return { busy, submit };
}

function failed(description: string): ToastText {
  return { kind: 'error', title: t`Password not changed`, description };
}
