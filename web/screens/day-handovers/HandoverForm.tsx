import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { HandCoins, Truck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { CommandNotice } from '../../commands/notices/CommandNotice.tsx';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SecondLook } from '../../components/amount/SecondLook.tsx';
import { confirmAmountFirst } from '../../components/amount/unconfirmed-amount.ts';
import { UnsentNotice } from '../../components/devices/UnsentCash.tsx';
import { PendingExpenses } from '../../components/expenses/PendingExpenses.tsx';
import { useObjectUrl } from '../../components/photo/use-object-url.ts';
import { SignaturePad } from '../../components/signature/SignaturePad.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CardMachineField } from './CardMachineField.tsx';
import { choiceForDriver, NO_MACHINE } from './card-machine-choice.ts';
import { DifferenceChoiceField } from './DifferenceChoiceField.tsx';
import { DriverField } from './DriverField.tsx';
import { EarlierFloats } from './EarlierFloats.tsx';
import { DifferenceLine, EstimateField } from './EstimateField.tsx';
import { GoodsField, GoodsSummary } from './GoodsField.tsx';
import { exceedsCashText, HANDOVER_TEXTS } from './handover-messages.ts';
import type { HandoverContext, HandoverFormState } from './use-handover-form.ts';

const PAD_PX = 160;

type Props = { of: HandoverContext; form: HandoverFormState; onComplete: () => void };

/** The form for handing over cash and optionally a card machine, signed by both sides. */
export function HandoverForm({ of: { handover_type, choices, admin }, form, onComplete }: Props) {
  const { values, estimate, difference_fils, type, look, standing, sent, entry, mark, round } = form;
  const { driver_id } = values;
  const drivers = choices.drivers.filter(({ user_id }) => user_id !== admin.id);
  const parsed = parseAmount(values.amount);
  const amount_fils = parsed.ok ? parsed.amount_fils : null;
  const { cash_on_hand_fils, waiting_fils } = choices.own_cash;
  const held_fils = cash_on_hand_fils === null ? null : cash_on_hand_fils + waiting_fils;
  const is_start = type === 'start';
  const too_much = is_start && !sent ? exceedsCashText(amount_fils, held_fils) : null;
  const estimated_fils = driver_id === null ? null : (estimate?.estimated_fils ?? null);
  const giver_fils = is_start ? held_fils : estimated_fils;
  const left_fils = giver_fils === null || amount_fils === null ? null : giver_fils - amount_fils;
  const is_booked = Boolean(difference_fils) && values.difference_choice === 'short_or_over';
  const driver_name = sent?.driver.full_name ?? drivers.find(({ id }) => id === driver_id)?.full_name ?? '';
  const form_element = useRef<HTMLFormElement>(null);
  // After a handover the form's first field takes the focus, unless the user has moved it elsewhere.
  useEffect(() => {
    const focused = document.activeElement;
    if (round === 1 || (focused !== document.body && !form_element.current?.contains(focused))) return;
    form_element.current?.querySelector('select')?.focus({ preventScroll: true });
  }, [round]);

  return (
    <Card aria-labelledby="handover">
      <form
        ref={form_element}
        noValidate
        aria-labelledby="handover"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={enterMovesFocus}
        className="@container flex flex-col gap-5"
      >
        <CardTitle id="handover" icon={HandCoins}>
          {type === 'drop' ? translateDescriptor(HANDOVER_TEXTS.drop.title) : t`New handover`}
        </CardTitle>
        {form.refusal && standing === 'open' && <Notice tone="danger" title={form.refusal} />}
        <fieldset disabled={standing !== 'open'} className="flex min-w-0 flex-col gap-5">
          <DriverField
            mark={mark('driver')}
            drivers={drivers}
            driver_id={driver_id}
            is_drop={values.is_drop}
            sent_to={sent?.driver ?? null}
            onDriver={(id, is_out) => {
              const is_drop = is_out && !is_start;
              const machine = is_drop
                ? NO_MACHINE
                : choiceForDriver(handover_type, choices.card_machines, id, values.machine);
              if (id !== driver_id)
                form.change({ driver_id: id, is_drop, machine, goods: {}, difference_choice: 'kept' });
            }}
          />
          {type === 'drop' && <DropNote driver_name={driver_name} />}
          {estimate && (
            <EstimateField mark={mark('estimate')} estimate={estimate} chosen={driver_id !== null} />
          )}
          {estimate?.unsent && <UnsentNotice unsent={estimate.unsent} />}
          {estimate && <PendingExpenses expenses_fils={estimate.expenses_fils} />}
          {is_start && driver_id !== null && !sent && (
            <EarlierFloats key={driver_id} driver_id={driver_id} driver_name={driver_name} />
          )}
          <div className="flex flex-col gap-2">
            <AmountField
              {...mark('amount')}
              enterKeyHint="done"
              all_fils={estimated_fils}
              label={translateDescriptor(HANDOVER_TEXTS[type].amount)}
              value={values.amount}
              onAmount={(amount) => form.change({ amount })}
              hint={too_much && <span className="font-medium text-warn">{too_much}</span>}
            />
            {estimate && <DifferenceLine difference_fils={difference_fils} />}
            {estimate && Boolean(difference_fils) && difference_fils !== null && (
              <DifferenceChoiceField
                difference_fils={difference_fils}
                choice={values.difference_choice}
                onChoice={(difference_choice) => form.change({ difference_choice })}
              />
            )}
          </div>
          {look && (
            <SecondLook
              look={look}
              mark={mark('look')}
              holder={is_start ? null : driver_name}
              after_fils={is_booked ? 0 : left_fils}
            />
          )}
          {type !== 'drop' && (
            <CardMachineField
              mark={mark('machine')}
              handover_type={handover_type}
              machines={choices.card_machines}
              drivers={choices.drivers}
              driver_id={driver_id}
              choice={values.machine}
              onChoice={(machine) => form.change({ machine })}
            />
          )}
          {form.goods ? (
            <GoodsField
              goods={form.goods}
              mark={mark}
              decisions={values.goods}
              onDecisions={(goods) => form.change({ goods })}
            />
          ) : (
            <GoodsSummary decisions={values.goods} />
          )}
        </fieldset>
        <SignaturePair form={form} driver_name={driver_name} admin_name={admin.full_name} />
        {entry && <CommandNotice entry={entry} standing={standing} onChange={() => void form.takeBack()} />}
        {(standing === 'open' || standing === 'busy' || standing === 'held') && (
          <Button
            onClick={onComplete}
            busy={standing === 'busy'}
            busyText={t`Processing...`}
            className="min-h-12 w-full"
          >
            {t`Complete Handover`}
          </Button>
        )}
      </form>
    </Card>
  );
}

/** States how cash handed in during the day differs from an end of day. */
function DropNote({ driver_name }: { driver_name: string }) {
  return (
    <Notice tone="info" icon={Truck} title={t`This driver is out`}>
      <Trans>
        <bdi>{driver_name}</bdi> hands in a part of the cash. Nothing is compared, and the card machine and
        the goods stay with the driver.
      </Trans>
    </Notice>
  );
}

type PairProps = { form: HandoverFormState; driver_name: string; admin_name: string };

function SignaturePair({ form, driver_name, admin_name }: PairProps) {
  const { signatures: held, look, sent, standing, round } = form;
  const unseen = look !== null && look.unseen_fils !== null;
  const locked = standing !== 'open';
  const people = [
    { who: 'driver', part: 'driver_signature', label: t`Driver Signature`, signer: driver_name },
    {
      who: 'admin',
      part: 'admin_signature',
      label: t`Admin Signature`,
      signer: sent?.admin_name ?? admin_name,
    },
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium text-warn empty:hidden">
        {!locked && held.notice && translateDescriptor(held.notice)}
      </p>
      {unseen && <p className="text-warn">{confirmAmountFirst()}</p>}
      <div className="grid gap-5 @xl:grid-cols-2">
        {people.map(({ who, part, label, signer }) =>
          sent?.pictures ? (
            <SignedPicture key={who} label={label} signer={signer} png={sent.pictures[who]} />
          ) : (
            <SignaturePad
              key={`${who} ${round}`}
              {...form.mark(part)}
              label={label}
              signer={signer}
              height_px={PAD_PX}
              disabled={locked || unseen}
              value={held.signatures[who]}
              onChange={(value) => held.setSignature(who, value)}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** A signature that was sent, on the same paper; after a reload it is read from the device's store. */
function SignedPicture({ label, signer, png }: { label: string; signer: string; png: Blob | null }) {
  const url = useObjectUrl(png);
  return (
    <figure className="flex min-w-0 flex-col">
      <p className="mb-1.5 font-medium">{label}</p>
      <div
        className="flex items-center justify-center rounded-card bg-white p-3 outline outline-field"
        style={{ height: PAD_PX, colorScheme: 'light' }}
      >
        {url && (
          <img src={url} alt={t`${label} of ${signer}`} className="max-h-full max-w-full object-contain" />
        )}
      </div>
      <figcaption dir="auto" className="pt-1 text-muted text-sm">
        {signer}
      </figcaption>
    </figure>
  );
}
