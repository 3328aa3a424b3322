import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { CashCollected } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import { Money } from '../../components/Money.tsx';
import { Button } from '../../ui/Button.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Person } from './collection-steps.tsx';
import type { Holder } from './holders.ts';

type Props = {
  collected: CashCollected | null;
  next: Holder;
  /** The number of people after the next one. */
  others: number;
  onCollect: () => void;
  onSkip: (() => void) | null;
  onStop: () => void;
  focusAfter: () => HTMLElement | null;
};

/** Shown between two people of a collection run: the amount just collected and the next person. */
export function NextPerson({ collected, next, others, onCollect, onSkip, onStop, focusAfter }: Props) {
  return (
    <FormDialog
      title={t`Collect from the next person?`}
      description={
        collected ? (
          <Trans>
            <Money amount_fils={collected.amount_fils} /> collected from <bdi>{collected.full_name}</bdi>.
          </Trans>
        ) : undefined
      }
      onClose={onStop}
      focusAfter={focusAfter}
      footer={() => (
        <>
          <Button variant="secondary" onClick={onStop}>
            {t`Stop`}
          </Button>
          {onSkip && (
            <Button variant="secondary" onClick={onSkip}>
              {t`Skip`}
            </Button>
          )}
          <Button data-first-field onClick={onCollect}>
            {t`Continue`}
          </Button>
        </>
      )}
    >
      <Facts className="md:grid-cols-2">
        <Fact name={t`Next`}>
          <Person full_name={next.full_name} staff_role={next.role} />
        </Fact>
        <Fact name={t`Available Cash`}>
          <Money amount_fils={next.total_fils} lead />
        </Fact>
      </Facts>
      {others > 0 && (
        <p className="text-muted">
          {t`${plural(others, { one: '# more person after this one.', other: '# more people after this one.' })}`}
        </p>
      )}
    </FormDialog>
  );
}
