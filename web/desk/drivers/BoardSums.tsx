import { plural, t } from '@lingui/core/macro';
import { memo } from 'react';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { KeyHint } from '../actions/KeyHint.tsx';

/** The totals of all drivers, and the keys that move stops. */
export const BoardSums = memo(function BoardSums({ drivers }: { drivers: readonly BoardDriver[] }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-muted text-sm">
      <p>{sumText(drivers)}</p>
      <p className="pointer-coarse:hidden flex items-center gap-1.5 max-lg:hidden">
        <KeyHint keys="alt+↑↓←→" />
        {t`moves a stop`}
        <KeyHint keys="m" />
        {t`selects its place`}
      </p>
    </div>
  );
});

function sumText(drivers: readonly BoardDriver[]): string {
  const out = drivers.filter(({ status }) => status === 'delivering').length;
  const stops = drivers.reduce((sum, driver) => sum + driver.stops.length, 0);
  const held = drivers.map(({ cash_on_hand_fils }) => cash_on_hand_fils);
  const known = held.filter((one) => one !== null);
  const on_hand = known.length < held.length ? '—' : formatMoney(known.reduce((sum, one) => sum + one, 0));
  const on_the_way = formatMoney(drivers.reduce((sum, driver) => sum + driver.cash_on_the_way_fils, 0));
  const of = plural(drivers.length, { one: '# driver', other: '# drivers' });
  const left = plural(stops, { one: '# stop left', other: '# stops left' });
  return t`${out} of ${of} out · ${left} · ${on_hand} on hand · ${on_the_way} on the way`;
}
