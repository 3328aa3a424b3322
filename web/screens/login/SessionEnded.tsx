import { t } from '@lingui/core/macro';
import { LogOut } from 'lucide-react';
import type { Ended } from '../../session/session-types.ts';
import { Notice } from '../../ui/Notice.tsx';
import { say } from '../../words/i18n.ts';
import { UNSENT_WAITS, whyEnded } from './ended-words.ts';

/** Says to whoever did not sign out why they are asked to sign in (ruling G8). */
export function SessionEnded({ ended }: { ended: Ended }) {
  return (
    <Notice tone="info" icon={LogOut} title={t`You have been signed out`}>
      {whyEnded(ended)} {say(UNSENT_WAITS)}
    </Notice>
  );
}
