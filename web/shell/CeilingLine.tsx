import { t } from '@lingui/core/macro';
import { Wallet } from 'lucide-react';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { cashWithDriver, entriesSince } from '../commands/cash/cash-with-driver.ts';
import { useCommandEntries, useDeliveries } from '../commands/use-entries.ts';
import { StatusLine } from './StatusLines.tsx';

const REFRESH_MS = 30_000;

/**
 * Asks a driver who carries more cash than the ceiling allows to hand some in. Includes cash that is not sent
 * yet, also offline. Blocks nothing.
 */
export function CeilingLine() {
  const { data, as_of } = useEndpoint('read_statistics', undefined, {
    refetchInterval: REFRESH_MS,
    fresh_ms: REFRESH_MS,
  });
  const entries = [...useDeliveries(), ...useCommandEntries('collect_owed')];
  const read = data && as_of ? { statistics: data, as_of } : undefined;
  const { total_fils } = cashWithDriver(read, entriesSince(entries, read));
  // Figures stored by an older build have no ceiling.
  const ceiling_fils = data?.ceiling_fils ?? null;
  const is_above = total_fils !== null && ceiling_fils !== null && total_fils > ceiling_fils;
  return <StatusLine icon={Wallet} text={is_above ? ceilingText(total_fils, ceiling_fils) : null} />;
}

function ceilingText(total_fils: number, ceiling_fils: number): string {
  // A line may end before the currency, not after it.
  const money = (amount_fils: number) => formatMoney(amount_fils).replace(' ', '\u00a0');
  return t`You carry ${money(total_fils)}. Your ceiling is ${money(ceiling_fils)}: hand in cash.`;
}
