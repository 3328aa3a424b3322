import { t } from '@lingui/core/macro';
import { Button } from '../../ui/Button.tsx';

type Props = {
  /** What is done, as its button says. */
  words: string;
  busyText?: string;
  /** It cannot be undone, or takes something from somebody. */
  danger?: boolean;
  busy: boolean;
  /** No answer came yet: only the same can be sent again. */
  unknown?: boolean;
  /** There is nothing to send: it looks so, and does nothing. */
  idle?: boolean;
  onCancel: () => void;
  /** Without it the form around sends. */
  onSend?: () => void;
};

/** Gives up what a form has, or sends it. */
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
