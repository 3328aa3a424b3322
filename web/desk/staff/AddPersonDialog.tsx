import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../contract/rules/roles.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/rules/sign-in/passwords.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { failure, messageOf } from '../../api/problem-messages.ts';
import { callEndpoint } from '../../api/this-page.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { Button, useBusy } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast, withdrawToasts } from '../../ui/toast.ts';
import { type Missing, useMissing } from '../../ui/use-missing.ts';
import { SendButtons } from '../form/SendButtons.tsx';
import { SendForm } from '../form/SendForm.tsx';
import { OneTimePassword } from './OneTimePassword.tsx';
import { missingOf, NameAndEmail, type PersonDraft, type PersonPart, RoleChoice } from './PersonFields.tsx';
import { staffProblemText } from './staff-messages.ts';

const ABOUT = 'add_staff';
const EMPTY: PersonDraft = { full_name: '', email: '', role: '', driver: false };

/** Adds a person, with a generated or a chosen password; the person changes either at the first sign-in. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  // Null: a password is generated.
  const [chosen, setChosen] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const { busy, add } = useAdding();
  const too_short = chosen !== null && chosen.length < MIN_PASSWORD_LENGTH ? [tooShort()] : [];
  const { check, mark } = useMissing<PersonPart | 'password'>([...missingOf(draft), ...too_short]);

  async function submit(): Promise<void> {
    if (!check() || draft.role === '') return;
    const response = await add({ ...draft, role: draft.role }, chosen);
    if (!response) return;
    if (response.one_time_password !== null) return setMade(response.one_time_password);
    showToast({ kind: 'success', title: t`Added`, description: draft.full_name.trim() });
    onClose();
  }

  const added = made !== null;
  const dirty = !added && (draft.full_name !== '' || draft.email !== '' || Boolean(chosen));
  return (
    <FormDialog
      title={added ? t`Added` : t`Add a person`}
      dirty={dirty}
      locked={busy}
      onClose={onClose}
      footer={(close) =>
        added ? (
          <Button onClick={onClose}>{t`Done`}</Button>
        ) : (
          <SendButtons
            words={t`Add`}
            busyText={t`Adding...`}
            busy={busy}
            onCancel={close}
            onSend={() => void submit()}
          />
        )
      }
    >
      {added ? (
        <OneTimePassword full_name={draft.full_name.trim()} email={draft.email.trim()} password={made} />
      ) : (
        <SendForm button_outside onSend={() => !busy && void submit()}>
          <NameAndEmail draft={draft} mark={mark} disabled={busy} onChange={setDraft} />
          <RoleChoice draft={draft} mark={mark} disabled={busy} onChange={setDraft} />
          <div>
            <Checkbox
              label={t`Generate a password and show it once`}
              checked={chosen === null}
              disabled={busy}
              onChecked={(is_made) => setChosen(is_made ? null : '')}
            />
            {chosen !== null && (
              <Field
                {...mark('password')}
                label={t`First password`}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                maxLength={MAX_PASSWORD_LENGTH}
                hint={t`At least ${MIN_PASSWORD_LENGTH} characters. The person chooses another one at the first sign-in.`}
                disabled={busy}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
              />
            )}
          </div>
        </SendForm>
      )}
    </FormDialog>
  );
}

function tooShort(): Missing<'password'> {
  const text = t`At least ${MIN_PASSWORD_LENGTH} characters`;
  return { part: 'password', words: text, toast: failure(t`Missing Information`, text) };
}

/**
 * One id for the whole form, so that a retry never adds a person twice. It is not a command, since the server
 * would store its reply with the password.
 */
function useAdding() {
  const [staff_id] = useState(() => thisTab.random.uuid());
  const [busy, run] = useBusy();
  const client = useQueryClient();

  async function call(person: PersonDraft & { role: Role }, password: string | null) {
    const { full_name, email, role, driver } = person;
    const body = {
      staff_id,
      full_name: full_name.trim(),
      email: email.trim(),
      role,
      driver: role === 'Manager' && driver,
      ...(password !== null && { password }),
    };
    try {
      const response = await callEndpoint('add_staff', { body });
      withdrawToasts(ABOUT);
      return response;
    } catch (error) {
      showToast({ ...failure(t`Not added`, whyNot(error)), about: ABOUT });
      return null;
    } finally {
      void client.invalidateQueries({ queryKey: ['read'] }, { cancelRefetch: false }).catch(() => {});
    }
  }

  async function add(person: PersonDraft & { role: Role }, password: string | null) {
    let response: Awaited<ReturnType<typeof call>> = null;
    await run(async () => {
      response = await call(person, password);
    });
    return response as Awaited<ReturnType<typeof call>>;
  }
  return { busy, add };
}

function whyNot(error: unknown): string {
  if (error instanceof NoResponse) return t`The server did not respond. Try again: nobody is added twice.`;
  return (error instanceof ProblemError && staffProblemText(error.problem)) || messageOf(error);
}
