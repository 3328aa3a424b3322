import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DeliveryFacts } from '../../../contract/schemas/corrections.ts';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Field, TextArea } from '../../ui/Field.tsx';
import { MissingMark } from '../../ui/MissingMark.tsx';
import { AmountField } from '../amount/AmountField.tsx';
import { Money } from '../Money.tsx';
import { PhotoPicker } from '../photo/PhotoPicker.tsx';
import type { CorrectionForm } from './use-correction-form.ts';

const REFERENCE_MAX = 100;
const REASON_MAX = 500;
const NAME_MAX = 200;

type Props = {
  form: CorrectionForm;
  facts: DeliveryFacts;
  busy: boolean;
  /** The effect of the correction on the cash on hand, shown while the user types. */
  effect: string | null;
  by_manager: boolean;
};

/** The fields of a correction: amounts by tender, the recipient's name, a photo, and reasons where needed. */
export function CorrectionFields({ form, facts, busy, effect, by_manager }: Props) {
  const { typed, set, mark, corrected } = form;
  const is_short = (corrected?.owed_fils ?? 0) > 0;
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
      <fieldset disabled={busy} className="flex min-w-0 flex-col gap-5">
        <p>
          <Trans>
            Due: <Money amount_fils={facts.due_fils} className="font-semibold" />
          </Trans>
        </p>
        <AmountField
          {...mark('cash')}
          first
          enterKeyHint="next"
          label={t`Cash taken (AED)`}
          value={typed.cash}
          onAmount={(cash) => set({ cash })}
          hint={effect === null ? undefined : <span aria-live="polite">{effect}</span>}
        />
        <AmountField
          {...mark('card')}
          enterKeyHint="next"
          label={t`By card machine (AED)`}
          value={typed.card}
          onAmount={(card) => set({ card })}
        />
        <details open={facts.link_fils + facts.transfer_fils > 0}>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
            {t`Payment link or bank transfer`}
          </summary>
          <div className="flex flex-col gap-5 pt-2">
            <AmountField
              {...mark('link')}
              enterKeyHint="next"
              label={t`By payment link (AED)`}
              value={typed.link}
              onAmount={(link) => set({ link })}
            />
            <Field
              {...mark('link_reference')}
              label={t`Reference of the payment link`}
              maxLength={REFERENCE_MAX}
              value={typed.link_reference}
              onChange={({ target }) => set({ link_reference: target.value })}
            />
            <AmountField
              {...mark('transfer')}
              enterKeyHint="next"
              label={t`By bank transfer (AED)`}
              value={typed.transfer}
              onAmount={(transfer) => set({ transfer })}
            />
            <Field
              {...mark('transfer_reference')}
              label={t`Reference of the bank transfer`}
              maxLength={REFERENCE_MAX}
              value={typed.transfer_reference}
              onChange={({ target }) => set({ transfer_reference: target.value })}
            />
          </div>
        </details>
        {corrected && <Open {...corrected} />}
        {is_short && (
          <TextArea
            {...mark('short_reason')}
            label={t`Why less was taken`}
            rows={2}
            maxLength={REASON_MAX}
            value={typed.short_reason}
            onChange={({ target }) => set({ short_reason: target.value })}
          />
        )}
        <Field
          {...mark('customer_name')}
          label={t`Received by`}
          maxLength={NAME_MAX}
          dir="auto"
          value={typed.customer_name}
          onChange={({ target }) => set({ customer_name: target.value })}
        />
        <PhotoPicker
          name={t`Another photo`}
          shows={t`The photo that is added`}
          photo={form.photo}
          busy={busy}
          onPhoto={form.setPhoto}
          onRemove={() => form.setPhoto(null)}
        />
        {by_manager && (
          <TextArea
            {...mark('reason')}
            label={t`Reason of the correction`}
            rows={3}
            maxLength={REASON_MAX}
            value={typed.reason}
            onChange={({ target }) => set({ reason: target.value })}
          />
        )}
        <div data-part={mark('change')['data-part']}>
          <MissingMark id="correction-change" words={mark('change').missing} />
        </div>
      </fieldset>
    </form>
  );
}

/** The amount that stays owed, or that is owed to the customer. */
function Open({ owed_fils, extra_fils }: { owed_fils: number; extra_fils: number }) {
  if (owed_fils > 0)
    return (
      <p role="status">
        <Trans>
          The customer still owes <Money amount_fils={owed_fils} />
        </Trans>
      </p>
    );
  if (extra_fils === 0) return null;
  return (
    <p role="status">
      <Trans>
        Owed to the customer: <Money amount_fils={extra_fils} />
      </Trans>
    </p>
  );
}
