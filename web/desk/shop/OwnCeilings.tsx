import { t } from '@lingui/core/macro';
import { UserCog } from 'lucide-react';
import { useState } from 'react';
import type { CashSettings } from '../../../contract/operations/desk/cash-settings/read-cash-settings.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { failure } from '../../api/problem-messages.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { Money } from '../../components/Money.tsx';
import { ReadFailure } from '../../components/ReadFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { Select } from '../../ui/Field.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendForm } from '../form/SendForm.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { limitErrorText, limitIn } from './cash-limit.ts';

type Person = CashSettings['people'][number];
type Props = { people: readonly Person[]; may_change: boolean; onSaved: () => Promise<void> };

/** The people with a ceiling of their own, which replaces that of the shop. */
export function OwnCeilings({ people, may_change, onSaved }: Props) {
  return (
    <TitledCard icon={UserCog} title={t`Own ceilings`}>
      <p className="text-muted text-sm">{t`A ceiling of one driver replaces that of the shop.`}</p>
      {people.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {people.map((person) => (
            <li key={person.user_id} className="flex flex-wrap items-center gap-x-4 py-2">
              <bdi className="min-w-0 flex-1 wrap-anywhere">{person.full_name}</bdi>
              <Money amount_fils={person.ceiling_fils} />
              {may_change && <Remove person={person} onSaved={onSaved} />}
            </li>
          ))}
        </ul>
      )}
      {people.length === 0 && !may_change && <p>{t`No driver has an own ceiling.`}</p>}
      {may_change && <OwnCeilingForm onSaved={onSaved} />}
    </TitledCard>
  );
}

function Remove({ person: { user_id, full_name }, onSaved }: { person: Person; onSaved: Props['onSaved'] }) {
  const { busy, unknown, send } = useMemoryCommand('change_cash_settings', { failed: t`Not removed` });
  const done = { kind: 'success', title: t`Own ceiling removed`, description: full_name } as const;
  const remove = async () => {
    if (await send({ person: { user_id, ceiling_fils: null } }, done)) await onSaved();
  };
  return (
    <Button
      variant="link"
      busy={busy}
      aria-label={unknown ? t`Send again: ${full_name}` : t`Remove the ceiling of ${full_name}`}
      onClick={() => void remove()}
    >
      {unknown ? t`Send again` : t`Remove`}
    </Button>
  );
}

/** Adds the ceiling of a driver, or replaces it. */
function OwnCeilingForm({ onSaved }: Pick<Props, 'onSaved'>) {
  const read = useDeskRead('list_staff');
  const { data, error } = read;
  const drivers = (data?.staff ?? []).filter(({ driver, disabled }) => driver !== null && !disabled);
  const [user_id, setUser] = useState('');
  const [typed, setTyped] = useState('');
  const { busy, unknown, send } = useMemoryCommand('change_cash_settings', { failed: t`Not saved` });
  const ceiling_fils = limitIn(typed);
  const choose = t`Choose the driver`;
  const amount = limitErrorText(typed);
  const { check, mark } = useMissing([
    ...(user_id === ''
      ? [{ part: 'driver' as const, words: choose, toast: failure(t`Missing Information`, choose) }]
      : []),
    ...(ceiling_fils
      ? []
      : [{ part: 'amount' as const, words: amount, toast: failure(t`Invalid Amount`, amount) }]),
  ]);
  const locked = busy || unknown;

  async function save(): Promise<void> {
    if (busy || !check() || !ceiling_fils) return;
    const full_name = drivers.find((one) => one.user_id === user_id)?.full_name ?? '';
    const description = [full_name, formatMoney(ceiling_fils)].join(', ');
    const done = { kind: 'success', title: t`Saved`, description } as const;
    if (!(await send({ person: { user_id, ceiling_fils } }, done))) return;
    await onSaved();
    setUser('');
    setTyped('');
  }

  if (!data && error) return <ReadFailure title={t`The drivers could not be loaded`} read={read} />;
  return (
    <SendForm onSend={() => void save()}>
      <fieldset disabled={locked} className="grid min-w-0 items-start gap-4 sm:grid-cols-2">
        <Select
          {...mark('driver')}
          label={t`Driver`}
          placeholder={choose}
          value={user_id}
          options={drivers.map((one) => ({ value: one.user_id, label: one.full_name }))}
          onValue={setUser}
        />
        <AmountField
          {...mark('amount')}
          label={t`Own ceiling (AED)`}
          value={typed}
          onAmount={setTyped}
          enterKeyHint="done"
        />
      </fieldset>
      <Button type="submit" variant="secondary" className="self-start max-md:w-full" busy={busy}>
        {unknown ? t`Send again` : t`Set the ceiling`}
      </Button>
    </SendForm>
  );
}
