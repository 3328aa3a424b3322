import { t } from '@lingui/core/macro';
import { CircleAlert, LogOut } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { loginFailed, profileFailed } from '../../api/problem-messages.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { PRODUCT_NAME } from '../../product-name.ts';
import { useSession } from '../../session/use-session.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadingPage } from '../../ui/LoadingPage.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { endedText, UNSENT_NOTICE } from './ended-messages.ts';

/** The sign-in form. Redirects only once both user and profile are loaded. */
export function Login() {
  const { user, profile, profile_error, ended, loading, signIn } = useSession();
  const [busy, run] = useBusy();
  const form_id = useId();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  const wasBusy = useRef(false);
  // Disabling the fields removed the focus; after a failure the user types the password again.
  useEffect(() => {
    if (wasBusy.current && !busy) passwordField.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  useEffect(() => {
    document.title = t`Sign In · ${PRODUCT_NAME}`;
  }, []);

  if (user && profile) return <Redirect to="/dashboard" replace />;
  // The dashboard handles an unreachable server; this form is for users who have to sign in.
  if (user && profile_error && profile_error.kind !== 'no_profile')
    return <Redirect to="/dashboard" replace />;
  if (loading && !busy) return <LoadingPage />;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const failed = (error: unknown) => showToast({ ...loginFailed(error), about: form_id });
    withdrawToasts(form_id);
    void run(() => signIn(email.trim(), password).catch(failed));
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 p-4 sm:p-6">
      <div className="flex flex-col items-center gap-3 text-center">
        <Mark size={56} />
        <h1 className="font-semibold text-title">{PRODUCT_NAME}</h1>
        <p className="text-muted">{t`Sign in to access your driver dashboard`}</p>
      </div>
      {/* Explains a session that ended without signing out. */}
      {ended && (
        <Notice tone="info" icon={LogOut} title={t`You have been signed out`}>
          {endedText(ended)} {translateDescriptor(UNSENT_NOTICE)}
        </Notice>
      )}
      {user && profile_error && <ProfileProblem error={profile_error.error} />}
      <form
        onSubmit={onSubmit}
        aria-label={t`Sign In`}
        className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-6"
      >
        <Field
          label={t`Email`}
          type="email"
          name="email"
          placeholder={t`Enter your email`}
          autoComplete="username"
          enterKeyHint="go"
          autoCapitalize="none"
          spellCheck={false}
          required
          disabled={busy}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          ref={passwordField}
          label={t`Password`}
          type="password"
          name="password"
          placeholder={t`Enter your password`}
          autoComplete="current-password"
          enterKeyHint="go"
          required
          disabled={busy}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={busy} busyText={t`Signing in...`} className="mt-1 min-h-12">
          {t`Sign In`}
        </Button>
      </form>
    </main>
  );
}

/** Shown if the user is signed in but has no profile on the server. */
function ProfileProblem({ error }: { error: unknown }) {
  const { refreshProfile, signOut } = useSession();
  const { title, description } = profileFailed(error);
  return (
    <Notice
      tone="danger"
      icon={CircleAlert}
      title={title}
      action={
        <>
          <Button variant="secondary" onClick={() => void refreshProfile()}>
            {t`Retry`}
          </Button>
          <Button variant="secondary" onClick={() => void signOut()}>
            {t`Sign Out`}
          </Button>
        </>
      }
    >
      {description}
    </Notice>
  );
}
