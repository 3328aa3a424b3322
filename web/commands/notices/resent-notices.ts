import { t } from '@lingui/core/macro';
import { unknownOutcomeText } from '../../api/unknown-outcome.ts';
import type { Notices } from '../command.ts';

/** The notices of a command that is kept on the device and sent again automatically. */
export function resentNotices({ sign_in }: { sign_in: string }): Notices {
  const text = t`Saved on this device. It will be sent when the connection is back.`;
  return {
    waiting: { title: t`Waiting to be sent`, text },
    photo_failed: { title: t`The photo is not uploaded yet`, text },
    answered_failure: {
      title: t`Waiting to be sent`,
      text: t`The server could not record it. It is kept on this device and is sent again automatically.`,
    },
    unknown: unknownOutcomeText('nobody'),
    sign_in: { title: t`Waiting for you to sign in again`, text: sign_in },
  };
}
