import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CashCollected } from '../../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { CommandNotice } from '../../commands/notices/CommandNotice.tsx';
import { SendingLine } from '../../commands/notices/SendingLine.tsx';
import { translateDescriptor } from '../../messages/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { AmountStep, ConfirmationStep, SignaturesStep } from './collection-steps.tsx';
import type { Holder } from './holders.ts';
import { type CollectionForm, type Step, useCollection } from './use-collection.ts';

type Props = {
  holder: Holder;
  manager: Profile;
  usual_fils: number | null;
  as_of: number;
  onCollected: (answer: CashCollected) => void;
  /** Continues a run without this person; null outside a run or if no others remain. */
  onSkip: (() => void) | null;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
};

const STEPS: Record<Step, MessageDescriptor> = {
  amount: msg`Step 1 of 3: Amount`,
  signatures: msg`Step 2 of 3: Signatures`,
  confirmation: msg`Step 3 of 3: Confirmation`,
};

/** Collects one person's cash: amount, both signatures, confirmation. Closing it discards all three. */
export function CollectionDialog(props: Props) {
  const { holder, manager, usual_fils, as_of, onCollected, onSkip, onClose, focusAfter } = props;
  const form = useCollection({ holder, manager, usual_fils, as_of, onCollected });
  const { step, command } = form;
  const { standing, sent, busy } = command;

  function leave(then: () => void): void {
    command.giveUp();
    then();
  }
  const close = () => leave(onClose);
  const skip = onSkip && (() => leave(onSkip));

  return (
    <FormDialog
      title={t`Collect Cash`}
      description={sent ? undefined : translateDescriptor(STEPS[step])}
      locked={busy}
      dirty={form.dirty && !sent}
      onClose={close}
      focusAfter={focusAfter}
      footer={(cancel) => (
        <>
          {busy && command.entry && <SendingLine command_id={command.entry.command_id} />}
          <Actions form={form} sent={sent !== undefined} busy={busy} onCancel={cancel} onSkip={skip} />
        </>
      )}
    >
      {sent && <CommandNotice entry={sent} standing={standing} />}
      {sent && standing === 'busy' && (
        <p role="status">{t`Another collection from this person is being sent.`}</p>
      )}
      <StepBody key={step} step={step}>
        {sent ? (
          <ConfirmationStep holder={holder} manager={manager} amount_fils={sent.input.amount_fils} sent />
        ) : step === 'amount' ? (
          <AmountStep holder={holder} manager={manager} form={form} />
        ) : step === 'signatures' ? (
          <SignaturesStep holder={holder} manager={manager} form={form} />
        ) : (
          <ConfirmationStep holder={holder} manager={manager} amount_fils={form.amount_fils} />
        )}
      </StepBody>
    </FormDialog>
  );
}

/** Takes the focus when the step changes, so that screen readers read the new step from its beginning. */
function StepBody({ step, children }: { step: Step; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const left = document.activeElement;
    if (left === null || left === document.body || !left.isConnected) body.current?.focus();
  }, []);
  return (
    <section
      ref={body}
      tabIndex={-1}
      aria-label={translateDescriptor(STEPS[step])}
      className="flex flex-col gap-5"
    >
      {children}
    </section>
  );
}

type ActionsProps = {
  form: CollectionForm;
  sent: boolean;
  busy: boolean;
  onCancel: () => void;
  onSkip: (() => void) | null;
};

function Actions({ form, sent, busy, onCancel, onSkip }: ActionsProps) {
  if (sent || form.step === 'amount') {
    return (
      <>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        {onSkip && (
          <Button variant="secondary" onClick={onSkip}>
            {t`Skip`}
          </Button>
        )}
        {!sent && <Button key="next" onClick={form.toSignatures}>{t`Continue to Signatures`}</Button>}
      </>
    );
  }
  return (
    <>
      <Button variant="secondary" disabled={busy} onClick={form.back}>
        {t`Back`}
      </Button>
      {form.step === 'signatures' ? (
        <Button key="review" onClick={form.toConfirmation}>{t`Review & Confirm`}</Button>
      ) : (
        <Button key="confirm" busy={busy} busyText={t`Processing...`} onClick={() => void form.confirm()}>
          {t`Confirm Collection`}
        </Button>
      )}
    </>
  );
}
