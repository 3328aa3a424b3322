import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { NoResponse } from '../../api/errors.ts';
import { failure, messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { OneTimePassword } from './OneTimePassword.tsx';

type Props = { person: StaffRow; onClose: () => void };

const ABOUT = 'reset_staff_password';

/**
 * Sets a password that is shown once. It is not a command, whose reply would be stored: a retry sets another
 * password.
 */
export function ResetPasswordDialog({ person, onClose }: Props) {
  const { user_id, full_name, email, sessions } = person;
  const [password, setPassword] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const client = useQueryClient();

  async function reset(): Promise<void> {
    try {
      const { one_time_password } = await callEndpoint('reset_staff_password', {
        params: { staff_id: user_id },
      });
      withdrawToasts(ABOUT);
      setPassword(one_time_password);
    } catch (error) {
      const why =
        error instanceof NoResponse
          ? t`The server did not respond. Try again: a new password is generated.`
          : messageOf(error);
      showToast({ ...failure(t`No password to show`, why), about: ABOUT });
    }
    await client.invalidateQueries({ queryKey: ['read'] }, { cancelRefetch: false }).catch(() => {});
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={
        <Trans>
          Reset the password of <bdi>{full_name}</bdi>
        </Trans>
      }
    >
      {password === null ? (
        <>
          <p>
            {sessions === 0
              ? t`A new password is generated and shown to you once.`
              : t`${plural(sessions, {
                  one: 'A new password is generated and shown to you once. They are signed out of # device at once.',
                  other:
                    'A new password is generated and shown to you once. They are signed out of # devices at once.',
                })}`}
          </p>
          <p>{t`At the next sign-in they are notified that you reset it and choose another one.`}</p>
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              {t`Cancel`}
            </Button>
            <Button busy={busy} onClick={() => void run(reset)}>
              {t`Reset password`}
            </Button>
          </div>
        </>
      ) : (
        <>
          <OneTimePassword full_name={full_name} email={email} password={password} />
          <Button className="self-end" onClick={onClose}>
            {t`Done`}
          </Button>
        </>
      )}
    </Dialog>
  );
}
