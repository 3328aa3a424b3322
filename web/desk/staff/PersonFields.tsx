import { t } from '@lingui/core/macro';
import { ROLES, type Role } from '../../../contract/rules/roles.ts';
import { roleText } from '../../messages/order-messages.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field, Select } from '../../ui/Field.tsx';
import type { Mark, Missing } from '../../ui/use-missing.ts';

/** The typed fields of a person. */
export type PersonDraft = { full_name: string; email: string; role: Role | ''; driver: boolean };

export type PersonPart = 'full_name' | 'email' | 'role';

/** Returns the required fields that are missing. `role_required`: false keeps a person without a role. */
export function missingOf(
  { full_name, email, role }: PersonDraft,
  role_required = true,
): Missing<PersonPart>[] {
  const missing = (part: PersonPart, words: string): Missing<PersonPart> => ({
    part,
    words,
    toast: { kind: 'error', title: t`Missing Information`, description: words },
  });
  return [
    ...(full_name.trim() === '' ? [missing('full_name', t`Enter the person's name.`)] : []),
    ...(email.includes('@') ? [] : [missing('email', t`Enter the e-mail address for signing in.`)]),
    ...(role === '' && role_required ? [missing('role', t`Choose a role.`)] : []),
  ];
}

type Props = {
  draft: PersonDraft;
  mark: (part: PersonPart) => Mark;
  disabled: boolean;
  onChange: (draft: PersonDraft) => void;
};

export function NameAndEmail({ draft, mark, disabled, onChange }: Props) {
  return (
    <>
      <Field
        {...mark('full_name')}
        data-first-field
        label={t`Full name`}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        disabled={disabled}
        value={draft.full_name}
        onChange={(event) => onChange({ ...draft, full_name: event.target.value })}
      />
      <Field
        {...mark('email')}
        label={t`E-mail`}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={254}
        disabled={disabled}
        value={draft.email}
        onChange={(event) => onChange({ ...draft, email: event.target.value })}
      />
    </>
  );
}

type RoleProps = Props & {
  /** The person has a driver record already, which remains. */
  delivers?: boolean;
};

export function RoleChoice({ draft, mark, disabled, onChange, delivers = false }: RoleProps) {
  return (
    <fieldset disabled={disabled} className="flex min-w-0 flex-col gap-2">
      <Select
        {...mark('role')}
        label={t`Role`}
        value={draft.role}
        placeholder={t`Choose a role`}
        options={ROLES.map((role) => ({ value: role, label: roleText(role) }))}
        onValue={(value) => onChange({ ...draft, role: ROLES.find((role) => role === value) ?? '' })}
      />
      {draft.role === 'Manager' && !delivers && (
        <Checkbox
          label={t`Also delivers orders`}
          checked={draft.driver}
          onChecked={(driver) => onChange({ ...draft, driver })}
        />
      )}
    </fieldset>
  );
}
