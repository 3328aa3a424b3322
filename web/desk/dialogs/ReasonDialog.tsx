import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { oneLine } from '../form/one-line.ts';

type Props = {
  title: string;
  description?: ReactNode;
  /** The label of the field; by default `Reason`. */
  label?: string;
  /** The text of the button. */
  confirm: string;
  /** The action cannot be undone, or removes something from another user. */
  danger?: boolean;
  busy: boolean;
  /** The reason that was sent without a response yet; only the same can be sent again. */
  unanswered?: string | null;
  length_max?: number;
  /** Called with the typed text, in one line. */
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Shown above the reason. */
  children?: ReactNode;
};

/** Asks for the reason of a change before it is made. The reason is stored in the history. */
export function ReasonDialog(props: Props) {
  const { title, description, label = t`Reason`, confirm, danger, busy, onConfirm, onClose } = props;
  const { unanswered = null } = props;
  const [typed, setReason] = useState('');
  const reason = unanswered ?? typed;
  const text = t`Enter a reason.`;
  const missing = reason.trim() ? [] : [{ part: 'reason' as const, words: text, toast: missingToast(text) }];
  const { check, mark } = useMissing(missing);
  const send = () => check() && onConfirm(oneLine(reason));
  return (
    <FormDialog
      title={title}
      description={description}
      dirty={typed.trim() !== '' && unanswered === null}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>{t`Go back`}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={send}>
            {unanswered === null ? confirm : t`Send again`}
          </Button>
        </>
      )}
    >
      {props.children}
      <TextArea
        {...mark('reason')}
        data-first-field
        label={label}
        rows={3}
        maxLength={props.length_max ?? 500}
        value={reason}
        disabled={busy || unanswered !== null}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
    </FormDialog>
  );
}

function missingToast(text: string) {
  return { kind: 'error' as const, title: t`Missing Information`, description: text };
}
