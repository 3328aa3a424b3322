import { t } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../contract/rules/passwords.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useChangePassword } from './use-change-password.ts';
import { type Passwords, usePasswordProblem } from './use-password-problem.ts';

const EMPTY: Passwords = { current: '', chosen: '', repeated: '' };

/** The current password, and twice the one to come. */
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

  // Nobody is told off while the password is still on its way to its length.
  const said = passwords.chosen.length < MIN_PASSWORD_LENGTH ? null : problemOf(passwords);

  return (
    <form
      onSubmit={onSubmit}
      aria-label={t`Change Password`}
      className="flex max-w-md flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      {field('current', t`Current Password`, 'current-password')}
      {field('chosen', t`New Password`, 'new-password', <Advice problem={said} />)}
      {field('repeated', t`Repeat New Password`, 'new-password')}
      <Button type="submit" busy={busy} busyText={t`Changing...`} className="mt-1 min-h-12">
        {t`Change Password`}
      </Button>
    </form>
  );
}

/** Below the new password while it is typed: why it would be refused, else what it needs. */
function Advice({ problem }: { problem: string | null }) {
  return (
    <span aria-live="polite" className={problem ? 'text-danger' : undefined}>
      {problem ?? t`At least ${MIN_PASSWORD_LENGTH} characters`}
    </span>
  );
}
