import { t } from '@lingui/core/macro';
import { PageHeading } from '../../components/PageHeading.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** One's own password; in nobody's menu, a link on the profile leads here. */
export function PasswordScreen() {
  return (
    <>
      <PageHeading subtitle={t`Your other devices are signed out when you change your password`} />
      <PasswordForm />
    </>
  );
}

/** In place of every page, until a password that somebody else has set was changed (ruling C1). */
export function PasswordFirst() {
  return (
    <>
      <PageHeading
        title={t`Choose Your Own Password`}
        subtitle={t`Your password was set by somebody else. Choose one that only you know, then go on.`}
      />
      <PasswordForm />
    </>
  );
}
