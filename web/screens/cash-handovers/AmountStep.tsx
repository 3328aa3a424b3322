import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { Money } from '../../components/Money.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Holder } from './holders.ts';
import { Person } from './Person.tsx';
import type { CollectionForm } from './use-collection.ts';

type Props = { holder: Holder; manager: Profile; form: CollectionForm };

/** From whom, to whom, and how much. */
export function AmountStep({ holder, manager, form }: Props) {
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        form.toSignatures();
      }}
    >
      {form.dropped && (
        <Notice tone="warn" icon={TriangleAlert} title={t`The cash on hand has changed`}>
          {t`Nothing was collected. The signatures were cleared because what is being signed has changed.`}
        </Notice>
      )}
      <Facts className="md:grid-cols-2">
        <Fact name={t`From`}>
          <Person full_name={holder.full_name} staff_role={holder.role} />
        </Fact>
        <Fact name={t`To`}>
          <Person full_name={manager.full_name} staff_role="Manager" />
        </Fact>
        <Fact name={t`Available Cash`} className="md:col-span-2">
          <Money amount_fils={form.available_fils} lead />
        </Fact>
      </Facts>
      <AmountField
        label={t`Amount to Collect (AED)`}
        value={form.typed}
        onAmount={form.setTyped}
        max_fils={form.available_fils}
        required
        first
      />
    </form>
  );
}
