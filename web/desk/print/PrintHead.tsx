import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { firstUsable } from '../../ui/usable.ts';
import print_css from './print.css?url';
import { usePrinting } from './use-printing.ts';

/** The line above every printed page of the desk: the shop, the time of printing, and the user. */
export function PrintHead({ profile: { shop, full_name } }: { profile: Profile }) {
  const printing = usePrinting();
  const [usable, setUsable] = useState(false);
  // The style sheet is loaded only after the first screen: on a slow connection every byte would delay that.
  useEffect(() => void firstUsable.then(() => setUsable(true)), []);
  const sheet = usable && <link rel="stylesheet" media="print" href={print_css} />;
  if (!printing || !shop) return sheet;
  const when = formatDateTime(new Date(thisTab.now()), shop.time_zone);
  return (
    <>
      {sheet}
      <p className="hidden print:block">
        <bdi>{shop.name}</bdi> · {t`printed ${when} (${shop.time_zone}) by ${full_name}`}
      </p>
    </>
  );
}
