import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import type { EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import { isRole } from '../../../contract/rules/roles.ts';
import { useMemoryCommand } from '../../commands/memory/use-memory-command.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useMissing } from '../../ui/use-missing.ts';
import { SendButtons } from '../form/SendButtons.tsx';
import { SendForm } from '../form/SendForm.tsx';
import { missingOf, NameAndEmail, type PersonDraft, RoleChoice } from './PersonFields.tsx';
import { roleLockText, staffProblemText } from './staff-messages.ts';
import type { RoleLock } from './staff-status.ts';

type Props = { person: StaffRow; stays: RoleLock; onClose: () => void };

/**
 * Changes name, e-mail address and role. Sends only the changed fields, so that another Admin's changes
 * remain.
 */
export function EditPersonDialog({ person, stays, onClose }: Props) {
  const [before] = useState(() => draftOf(person));
  const [draft, setDraft] = useState(before);
  const { busy, unknown, send } = useMemoryCommand('change_staff', {
    failed: t`Not changed`,
    refused: staffProblemText,
  });
  const { check, mark } = useMissing(missingOf(draft, before.role !== ''));
  const change = changesOf(before, draft);
  const dirty = Object.keys(change).length > 0;

  async function save(): Promise<void> {
    if (!check()) return;
    if (!dirty) return onClose();
    const done = { kind: 'success', title: t`Changed`, description: draft.full_name.trim() } as const;
    if (await send({ staff_id: person.user_id, ...change }, done)) onClose();
  }

  const fields = { draft, mark, disabled: busy || unknown, onChange: setDraft };
  return (
    <FormDialog
      title={t`Edit person`}
      description={<bdi>{person.full_name}</bdi>}
      dirty={dirty}
      locked={busy}
      onClose={onClose}
      footer={(close) => (
        <SendButtons
          words={t`Save`}
          busyText={t`Saving...`}
          busy={busy}
          unknown={unknown}
          onCancel={close}
          onSend={() => void save()}
        />
      )}
    >
      <SendForm button_outside onSend={() => !busy && void save()}>
        <NameAndEmail {...fields} />
        {stays ? (
          <p className="text-muted">{roleLockText(stays)}</p>
        ) : (
          <RoleChoice {...fields} delivers={person.driver !== null} />
        )}
        {draft.role !== before.role && (
          <p className="text-muted">{t`Their permissions change immediately, including on signed-in devices.`}</p>
        )}
      </SendForm>
    </FormDialog>
  );
}

function draftOf({ full_name, email, role }: StaffRow): PersonDraft {
  return { full_name, email, role: isRole(role) ? role : '', driver: false };
}

type Changes = Omit<EndpointBody<'change_staff'>, 'staff_id'>;

function changesOf(before: PersonDraft, { full_name, email, role, driver }: PersonDraft): Changes {
  return {
    ...(full_name.trim() !== before.full_name && { full_name: full_name.trim() }),
    ...(email.trim() !== before.email && { email: email.trim() }),
    ...(role !== '' && role !== before.role && { role }),
    ...(driver && role === 'Manager' && { driver: true as const }),
  };
}
