import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { REFERENCE_TENDER_LABELS } from '../../../../contract/labels/taking-labels.ts';
import { formatAmount, formatMoney } from '../../../../contract/rules/amounts/money.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { type AsTaken, consentNeeded } from '../../../commands/delivery/as-taken.ts';
import { AmountField } from '../../../components/amount/AmountField.tsx';
import { label } from '../../../messages/label.ts';
import { type AsTakenDraft, EMPTY_AS_TAKEN } from '../../../offline/drafts/as-taken-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Field, TextArea } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import type { Mark } from '../../../ui/use-missing.ts';
import { AskTheDesk } from './AskTheDesk.tsx';
import type { AsTakenPart, TypedAmount } from './as-taken-rules.ts';

/** The lengths that the server accepts. */
const REFERENCE_MAX = 100;
const SHORT_REASON_MAX = 500;

type Props = {
  order: OrderWithItems;
  form: AsTakenDraft | null;
  found: AsTaken;
  mark: (part: AsTakenPart) => Mark;
  onChange: (changes: Partial<AsTakenDraft>) => void;
  /** True if this user has it open for every order. */
  always_open: boolean;
  onAlwaysOpen: (always_open: boolean) => void;
  /** Called for a stop without money, which is no delivery. */
  onNoMoney: () => void;
};

/** The payments: cash and change, and the other tenders of a delivery that combines several. */
export function PaymentTaken({ form, found, mark, onChange, ...rest }: Props) {
  const input = form ?? EMPTY_AS_TAKEN;
  const { taken, amounts } = found;
  const fields = { input, mark, onChange };
  const [combines, setCombines] = useState(hasOthers(input));
  const by_card = found.tender === 'card_machine';
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">{t`Payments taken`}</legend>
      <Amount
        {...fields}
        name="received"
        label={t`Received`}
        hint={leftEmptyText(found.tender === 'cash', found.cash_due_fils)}
        effect={taken.cash_fils}
      />
      {found.received_fils !== null && <Change {...fields} found={found} />}
      {(combines || by_card) && (
        <Amount
          {...fields}
          name="card"
          label={t`By card machine`}
          hint={leftEmptyText(by_card, taken.card_fils)}
          effect={taken.card_fils > 0 ? 0 : null}
        />
      )}
      {combines ? (
        <>
          <ByReference {...fields} name="link" label={label(REFERENCE_TENDER_LABELS, 'payment_link')} />
          <ByReference {...fields} name="transfer" label={label(REFERENCE_TENDER_LABELS, 'bank_transfer')} />
        </>
      ) : (
        <Button variant="link" className="self-start" onClick={() => setCombines(true)}>
          {t`Add another payment`}
        </Button>
      )}
      {found.may_be_tip && (
        <RadioGroup
          {...mark('extra')}
          legend={t`${formatMoney(found.over_fils)} more than due:`}
          value={input.extra}
          options={[
            { value: 'tip' as const, label: t`Tip (not recorded)` },
            { value: 'owed' as const, label: t`Owed to the customer` },
          ]}
          onValue={(extra) => onChange({ extra })}
        />
      )}
      {found.over_fils > 0 && !found.may_be_tip && (
        <p className="amount whitespace-normal font-semibold" aria-live="polite">
          {t`${formatMoney(found.over_fils)} is owed to the customer`}
        </p>
      )}
      {amounts.owed_fils > 0 && !found.is_unselected && (
        <div className="flex flex-col gap-2">
          <p className="amount whitespace-normal font-semibold" aria-live="polite">
            {t`${formatMoney(amounts.owed_fils)} stays owed on this order`}
          </p>
          <TextArea
            {...mark('short')}
            label={t`Why was less taken?`}
            rows={2}
            maxLength={SHORT_REASON_MAX}
            value={input.short_reason}
            onChange={({ target }) => onChange({ short_reason: target.value })}
          />
          {consentNeeded(found) && (
            <AskTheDesk
              order={rest.order}
              reason={input.short_reason.trim()}
              mark={mark('consent')}
              onNoMoney={rest.onNoMoney}
            />
          )}
        </div>
      )}
      <Checkbox
        label={t`Open this for every order`}
        checked={rest.always_open}
        onChecked={rest.onAlwaysOpen}
      />
    </fieldset>
  );
}

function hasOthers(input: AsTakenDraft): boolean {
  return [input.card, input.link, input.link_reference, input.transfer, input.transfer_reference].some(
    (text) => text !== '',
  );
}

function leftEmptyText(takes_rest: boolean, amount_fils: number): string | null {
  return takes_rest ? t`Left empty: ${formatMoney(amount_fils)}` : null;
}

type FieldsProps = { input: AsTakenDraft } & Pick<Props, 'mark' | 'onChange'>;

type AmountProps = FieldsProps & {
  name: TypedAmount;
  label: string;
  hint?: string | null;
  /** The cash that it adds, in fils; null while it adds nothing of any kind. */
  effect: number | null;
};

/** An amount with its effect on the driver's cash. */
function Amount({ input, mark, onChange, name, label: text, hint, effect }: AmountProps) {
  const { missing, ...part } = mark(name);
  const is_typed = input[name].trim() !== '';
  return (
    <div className="flex flex-col gap-1">
      <AmountField
        {...part}
        {...(missing === undefined ? {} : { missing })}
        label={text}
        value={input[name]}
        onAmount={(typed) => onChange({ [name]: typed })}
        {...(hint && !is_typed ? { hint } : {})}
        enterKeyHint="next"
      />
      {effect !== null && <p className="text-muted text-sm">{effectText(effect)}</p>}
    </div>
  );
}

function effectText(cash_fils: number): string {
  return cash_fils > 0
    ? t`Adds ${formatMoney(cash_fils)} to your cash on hand`
    : t`Does not change your cash on hand`;
}

/** The change to give, and a field for other change. */
function Change({ found, ...fields }: FieldsProps & { found: AsTaken }) {
  const [other, setOther] = useState(fields.input.change !== '');
  const received = formatAmount(found.received_fils ?? 0);
  const change = formatAmount(found.change_fils);
  return (
    <div className="flex flex-col gap-1">
      <p className="amount whitespace-normal font-semibold text-section" aria-live="polite">
        {t`Received ${received} · Change ${change}`}
      </p>
      {other ? (
        <Amount {...fields} name="change" label={t`Change given`} effect={null} />
      ) : (
        found.change_fils > 0 && (
          <Button variant="link" className="self-start" onClick={() => setOther(true)}>
            {t`Other change`}
          </Button>
        )
      )}
    </div>
  );
}

type ReferenceProps = FieldsProps & { name: 'link' | 'transfer'; label: string };

/** A payment without cash, pending until a Manager has found its reference. */
function ByReference({ name, label: text, ...fields }: ReferenceProps): ReactNode {
  const { input, mark, onChange } = fields;
  const reference = `${name}_reference` as const;
  const is_used = input[name] !== '' || input[reference] !== '';
  return (
    <>
      <Amount {...fields} name={name} label={text} effect={input[name] === '' ? null : 0} />
      {is_used && (
        <Field
          {...mark(reference)}
          label={<Trans>Reference of: {text}</Trans>}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={REFERENCE_MAX}
          dir="auto"
          required
          value={input[reference]}
          onChange={({ target }) => onChange({ [reference]: target.value })}
          hint={t`Pending until the shop has found it`}
        />
      )}
    </>
  );
}
