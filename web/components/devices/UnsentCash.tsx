import { t } from '@lingui/core/macro';
import { CloudUpload } from 'lucide-react';
import type { UnsentCash } from '../../../contract/schemas/devices.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useTimeZone } from '../open-screen.ts';
import { shortTime } from '../short-time.ts';
import { unsentWords } from './unsent-words.ts';

/** What an earlier build kept on this device, or a server of before, does not tell. */
type Props = { unsent: UnsentCash | undefined };

/** Below an amount: what is missing from it. */
export function UnsentLine({ unsent, className }: Props & { className?: string }) {
  const time_zone = useTimeZone();
  if (!unsent) return null;
  return (
    <span className={classNames('block text-sm text-warn', className)}>
      {unsentWords(unsent)} · {t`last seen ${shortTime(unsent.last_seen_at, time_zone)}`}
    </span>
  );
}

/** Before an amount is typed: cash that no server has heard of may lie on the table. */
export function UnsentNotice({ unsent }: Props) {
  const time_zone = useTimeZone();
  if (!unsent) return null;
  return (
    <Notice tone="warn" icon={CloudUpload} title={unsentWords(unsent)}>
      {t`Last seen ${shortTime(unsent.last_seen_at, time_zone)}. What is not sent yet is not part of the amount above.`}
    </Notice>
  );
}
