import { t } from '@lingui/core/macro';
import { Button } from '../../ui/Button.tsx';

type Props = {
  /** The text of the button that sends. */
  words: string;
  busyText?: string;
  /** The action cannot be undone, or removes something from another user. */
  danger?: boolean;
  busy: boolean;
  /** No response arrived yet: only the same can be sent again. */
  unknown?: boolean;
  /** There is nothing to send: the button looks disabled and does nothing. */
  idle?: boolean;
  onCancel: () => void;
  /** Without it, the button submits its form. */
  onSend?: () => void;
};

/** The buttons that cancel or send a form. */
export function SendButtons(props: Props) {
  const { words, busyText, danger = false, busy, unknown = false, idle = false, onCancel, onSend } = props;
  return (
    <>
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        {t`Cancel`}
      </Button>
      <Button
        type={onSend ? 'button' : 'submit'}
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        busyText={busyText}
        aria-disabled={idle || undefined}
        onClick={idle ? undefined : onSend}
      >
        {unknown ? t`Send again` : words}
      </Button>
    </>
  );
}
