import { t } from '@lingui/core/macro';
import { FileDown, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useProfile } from '../../session/use-session.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useDeskActions } from '../actions/desk-actions.ts';
import { useExport } from '../export/use-export.tsx';
import { ListWithDetails } from '../list-with-details/ListWithDetails.tsx';
import { NavigableTable } from '../list-with-details/NavigableTable.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { personPath, STAFF_PATH } from '../shell/desk-places.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { AddPersonDialog } from './AddPersonDialog.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { NarrowPerson, staffColumns } from './staff-columns.tsx';
import { UnknownPerson } from './UnknownPerson.tsx';

/** The users of the shop and what each of them holds; Admins change them, Managers read. */
export function People() {
  const read = useDeskRead('list_staff');
  const { role } = useProfile();
  const [, params] = useRoute('/desk/staff/:user_id');
  const [, navigate] = useLocation();
  const [adding, setAdding] = useState(false);
  const is_admin = role === 'Admin';
  const add = { id: 'add_person', title: t`Add a person`, key: 'n', run: () => setAdding(true) };
  useDeskActions(t`People`, is_admin ? [add] : []);
  const open_id = params?.user_id ?? null;
  const staff = read.data?.staff;
  const whole = staff ? { view: { list: 'people' as const }, title: t`People`, rows: staff.length } : null;
  const exporting = useExport(t`People`, whole);
  const open = open_id && staff ? (staff.find(({ user_id }) => user_id === open_id) ?? null) : null;
  const details = open_id &&
    staff && {
      id: open_id,
      title: open?.full_name ?? t`Not found`,
      onClose: () => navigate(STAFF_PATH),
      content: open ? <PersonDetails person={open} staff={staff} /> : <UnknownPerson />,
    };
  return (
    <>
      <ListWithDetails details={details || null}>
        <div className="flex min-h-0 flex-1 flex-col gap-4">
          <PageHeading
            {...(is_admin ? {} : { subtitle: t`Only Admins can add and change people.` })}
            action={
              <>
                <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
                {is_admin && <ActionButton action={add} icon={UserPlus} variant="secondary" />}
              </>
            }
          />
          <ListFrame
            read={read}
            failed={t`The people could not be loaded`}
            isEmpty={(data) => data.staff.length === 0}
            empty={{ icon: Users, title: t`There are no people yet` }}
          >
            {(data) => (
              <NavigableTable
                title={t`People`}
                scope="staff"
                columnsFor={staffColumns}
                rows={data.staff}
                keyOf={keyOf}
                versionOf={versionOf}
                open_key={open_id}
                onOpen={(user_id) => navigate(personPath(user_id))}
                narrow={narrowPerson}
              />
            )}
          </ListFrame>
        </div>
      </ListWithDetails>
      {exporting.dialog}
      {adding && <AddPersonDialog onClose={() => setAdding(false)} />}
    </>
  );
}

const keyOf = ({ user_id }: StaffRow) => user_id;
const versionOf = (person: StaffRow) => JSON.stringify({ ...person, last_seen_at: null });

const narrowPerson = (person: StaffRow) => <NarrowPerson person={person} />;
