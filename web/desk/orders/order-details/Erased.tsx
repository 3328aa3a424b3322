import { t } from '@lingui/core/macro';
import { formatDate } from '../../../../contract/rules/dates/dates.ts';
import { useTimeZone } from '../../../components/open-screen.ts';

/** A placeholder for data that was erased under the shop's settings. */
export function Erased({ at }: { at: string }) {
  const day = formatDate(at, useTimeZone());
  return <span className="text-muted">{t`Erased on ${day}`}</span>;
}
