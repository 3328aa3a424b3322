import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import type { Noticed } from '../command.ts';
import { CommandNotice } from './CommandNotice.tsx';
import { SendingLine } from './SendingLine.tsx';
import type { Standing } from './standing.ts';

type Props = {
  title: string;
  /** The label of the button that records it, and its label while it is being recorded. */
  record: string;
  recording?: string;
  /** True if recording it cannot be undone. */
  danger?: boolean;
  /** The text shown while another command is being sent. */
  other: string;
  form: {
    command: {
      entry: { command_id: string } | undefined;
      /** The sent command, shown instead of the fields; see `useCommand`. */
      sent: Noticed | null | undefined;
      standing: Standing;
      busy: boolean;
      giveUp(): void;
    };
    dirty: boolean;
    record: () => Promise<void>;
  };
  /** The sent content, shown instead of the fields. */
  shown: ReactNode;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/**
 * A dialog with a form that makes a command. It keeps its content until the command is recorded or the user
 * closes the dialog.
 */
export function CommandDialog({
  title,
  record,
  recording = t`Recording...`,
  danger = false,
  other,
  form,
  shown,
  onClose,
  children,
}: Props) {
  const { standing, sent, busy, entry, giveUp } = form.command;

  function close(): void {
    giveUp();
    onClose();
  }

  return (
    <FormDialog
      title={title}
      locked={busy}
      dirty={form.dirty && !sent}
      onClose={close}
      footer={(cancel) => (
        <>
          {busy && entry && <SendingLine command_id={entry.command_id} />}
          <Button variant="secondary" disabled={busy} onClick={cancel}>
            {t`Cancel`}
          </Button>
          {!sent && (
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              busyText={recording}
              onClick={() => void form.record()}
            >
              {record}
            </Button>
          )}
        </>
      )}
    >
      {sent ? (
        <>
          <CommandNotice entry={sent} standing={standing} />
          {standing === 'busy' && <p role="status">{other}</p>}
          {shown}
        </>
      ) : (
        children
      )}
    </FormDialog>
  );
}
