import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

type Props = { person: StaffRow; onClose: () => void };

export function EnableDialog({ person: { user_id, full_name, unsent }, onClose }: Props) {
  const command = useMemoryCommand('enable_staff', { failed: t`Not enabled` });
  async function enable(): Promise<void> {
    const done = { kind: 'success', title: t`Enabled`, description: full_name } as const;
    if (await command.send({ staff_id: user_id }, done)) onClose();
  }
  return (
    <ConfirmDialog
      title={
        <Trans>
          Enable <bdi>{full_name}</bdi> again?
        </Trans>
      }
      confirm={t`Enable`}
      command={command}
      onConfirm={enable}
      onClose={onClose}
    >
      <p>{t`They sign in with their previous password. Reset it if they forgot it.`}</p>
      {unsent && <p>{t`Unsent work on their device is sent after they sign in on it.`}</p>}
    </ConfirmDialog>
  );
}
