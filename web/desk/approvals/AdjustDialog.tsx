import { t } from '@lingui/core/macro';
import type { Approvals } from '../../../contract/operations/desk/approvals/list-approvals.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { AmountField } from '../../components/amount/AmountField.tsx';
import { SecondLook } from '../../components/amount/SecondLook.tsx';
import { enterMovesFocus } from '../../ui/enter-moves-focus.ts';
import { Select, TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { SendButtons } from '../form/SendButtons.tsx';
import { type AdjustmentForm, type Direction, useAdjustment } from './use-adjustment.ts';

type Props = { people: Approvals['people']; onClose: () => void };

/** Requests an adjustment of a person's cash; another user approves it. */
export function AdjustDialog({ people, onClose }: Props) {
  const form = useAdjustment(people, onClose);
  const { busy, unknown } = form.command;
  return (
    <FormDialog
      title={t`Adjust cash`}
      description={t`Nothing changes until another Manager or Admin approves it.`}
      dirty={form.dirty}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons
          words={t`Request approval`}
          busyText={t`Requesting...`}
          busy={busy}
          unknown={unknown}
          onCancel={close}
          onSend={() => void form.request()}
        />
      )}
    >
      <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={enterMovesFocus}>
        <fieldset disabled={busy || unknown} className="flex min-w-0 flex-col gap-5">
          <Fields form={form} people={people} />
        </fieldset>
      </form>
    </FormDialog>
  );
}

function Fields({ form, people }: { form: AdjustmentForm; people: Props['people'] }) {
  const { mark, person, after_fils, look } = form;
  const directions: { value: Direction; label: string }[] = [
    { value: 'less', label: t`Less than recorded` },
    { value: 'more', label: t`More than recorded` },
  ];
  return (
    <>
      <Select
        {...mark('person')}
        label={t`Person`}
        placeholder={t`Choose the person`}
        value={form.user_id}
        options={people.map(({ user_id, full_name, held_fils }) => ({
          value: user_id,
          label: `${full_name}, ${formatMoney(held_fils)}`,
        }))}
        onValue={form.setPerson}
      />
      <RadioGroup
        {...mark('direction')}
        legend={t`The person has`}
        value={form.direction}
        options={directions}
        onValue={form.setDirection}
      />
      <AmountField
        {...mark('amount')}
        enterKeyHint="next"
        label={t`Difference (AED)`}
        value={form.typed}
        onAmount={form.setTyped}
        hint={
          person && after_fils !== null && !look.unusual ? (
            <span aria-live="polite">
              {t`Cash on hand now ${formatMoney(person.held_fils)}, afterwards ${formatMoney(after_fils)}`}
            </span>
          ) : undefined
        }
        required
      />
      <SecondLook
        look={look}
        mark={mark('look')}
        holder={person?.full_name ?? null}
        after_fils={after_fils}
      />
      <TextArea
        {...mark('reason')}
        label={t`Reason`}
        rows={3}
        maxLength={500}
        value={form.reason}
        onChange={(event) => form.setReason(event.target.value)}
      />
    </>
  );
}
