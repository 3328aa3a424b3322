import { type FormEvent, useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '../../../contract/rules/passwords.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { type Passwords, useChangePassword } from './use-change-password.ts';

const EMPTY: Passwords = { current: '', chosen: '', repeated: '' };

/** The current password, and twice the one to come. */
export function PasswordForm() {
  const { user } = useSession();
  const [passwords, setPasswords] = useState(EMPTY);
  const { busy, submit } = useChangePassword(() => setPasswords(EMPTY));

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void submit(passwords);
  }

  const field = (name: keyof Passwords, label: string, autoComplete: string, hint?: string) => (
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

  return (
    <form
      onSubmit={onSubmit}
      aria-label="Change Password"
      className="flex max-w-md flex-col gap-4 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      {field('current', 'Current Password', 'current-password')}
      {field('chosen', 'New Password', 'new-password', `At least ${MIN_PASSWORD_LENGTH} characters`)}
      {field('repeated', 'Repeat New Password', 'new-password')}
      <Button type="submit" busy={busy} busyText="Changing..." className="mt-1 min-h-12">
        Change Password
      </Button>
    </form>
  );
}
