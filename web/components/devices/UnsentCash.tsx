import { t } from '@lingui/core/macro';
import { CloudUpload } from 'lucide-react';
import type { UnsentCash } from '../../../contract/schemas/devices.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useTimeZone } from '../open-screen.ts';
import { shortTime } from '../short-time.ts';
import { unsentCommandsText } from './unsent-messages.ts';

/** `unsent` is undefined in responses stored by an earlier build or sent by an older server. */
type Props = { unsent: UnsentCash | undefined };

/** Shows below an amount how much cash is not sent yet. */
export function UnsentLine({ unsent, className }: Props & { className?: string }) {
  const time_zone = useTimeZone();
  if (!unsent) return null;
  return (
    <span className={classNames('block text-sm text-warn', className)}>
      {unsentCommandsText(unsent)} · {t`last seen ${shortTime(unsent.last_seen_at, time_zone)}`}
    </span>
  );
}

/**
 * Warns, before an amount is typed, that the cash counted may include amounts the server has no record of.
 */
export function UnsentNotice({ unsent }: Props) {
  const time_zone = useTimeZone();
  if (!unsent) return null;
  return (
    <Notice tone="warn" icon={CloudUpload} title={unsentCommandsText(unsent)}>
      {t`Last seen ${shortTime(unsent.last_seen_at, time_zone)}. Unsent cash is not included in the amount above.`}
    </Notice>
  );
}
