import { plural, t } from '@lingui/core/macro';
import {
  Ban,
  CalendarClock,
  Eye,
  FileDown,
  ListChecks,
  PackageOpen,
  Truck,
  UserRound,
  X,
} from 'lucide-react';
import { ActionButton } from '../../actions/ActionButton.tsx';
import type { DeskAction } from '../../actions/desk-actions.ts';
import type { ListActions } from './use-list-actions.ts';

type Props = {
  actions: ListActions;
  exporting: DeskAction;
  count: number;
  /** True if there are more orders than are shown. */
  more: boolean;
  selected: number;
  busy: boolean;
};

/** On a phone there is space for the labels only. */
const NARROW = 'max-sm:px-2 max-sm:[&>svg]:hidden';

/**
 * The bar below the list: the number of orders, or the bulk actions. It is always shown, so that nothing
 * shifts.
 */
export function ListFoot({ actions, exporting, count, more, selected, busy }: Props) {
  const orders = more
    ? t`${plural(count, { one: '# order shown, more available', other: '# orders shown, more available' })}`
    : t`${plural(count, { one: '# order', other: '# orders' })}`;
  const chosen = t`${plural(selected, { one: '# selected', other: '# selected' })}`;
  return (
    <section
      aria-label={t`Selected orders`}
      className="flex min-h-11 shrink-0 items-center gap-1 overflow-x-auto rounded-card border border-line bg-surface px-2 text-sm pointer-coarse:min-h-14"
    >
      <p role="status" className="amount whitespace-nowrap px-1.5 text-muted max-sm:px-0.5">
        {selected > 0 ? chosen : orders}
      </p>
      {selected > 0 && <ActionButton action={actions.clear} icon={X} className={NARROW} />}
      {selected === 0 && <ActionButton action={exporting} icon={FileDown} className={NARROW} />}
      <span className="flex-1" />
      {(selected > 0 || actions.targets.length > 0) && (
        <>
          <ActionButton
            action={actions.assign}
            icon={UserRound}
            variant={selected > 0 ? 'primary' : 'quiet'}
            busy={busy}
            className={NARROW}
          />
          <ActionButton action={actions.dispatch} icon={Truck} className={NARROW} />
          {/* The menu of the status has the same decisions, and its key works too. */}
          {actions.decisions ? (
            <>
              <ActionButton action={actions.decisions.postpone} icon={CalendarClock} className={NARROW} />
              <ActionButton action={actions.decisions.return} icon={PackageOpen} className={NARROW} />
              <ActionButton action={actions.decisions.cancel} icon={Ban} className={NARROW} />
            </>
          ) : (
            <ActionButton action={actions.status} icon={ListChecks} className={NARROW} />
          )}
          {actions.review && <ActionButton action={actions.review} icon={Eye} className={NARROW} />}
        </>
      )}
    </section>
  );
}
