import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { StaffRow } from '../../../contract/operations/desk/staff/list-staff.schema.ts';
import { unsentCommandsText } from '../../components/devices/unsent-messages.ts';
import { Money } from '../../components/Money.tsx';
import { shortTime } from '../../components/short-time.ts';
import { roleText } from '../../messages/order-messages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { personPath } from '../shell/desk-places.ts';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';
import { UnsentCell } from '../unsent/UnsentCell.tsx';
import { heldFils } from './staff-status.ts';

export function staffColumns(time_zone: string): readonly Column<StaffRow>[] {
  return [
    {
      id: 'name',
      title: t`Name`,
      width: 'minmax(10rem,2fr)',
      sort: ({ full_name }) => full_name,
      cell: (person) => <NameLink person={person} />,
    },
    {
      id: 'role',
      title: t`Role`,
      width: '5.5rem',
      sort: ({ role }) => role,
      cell: ({ role }) => <span dir="auto">{roleText(role)}</span>,
    },
    {
      id: 'email',
      title: t`E-mail`,
      width: 'minmax(9rem,3fr)',
      needs_px: 900,
      sort: ({ email }) => email,
      cell: ({ email }) => <Truncated text={email} />,
    },
    {
      id: 'cash',
      title: t`Cash`,
      width: '7.5rem',
      number: true,
      sort: heldFils,
      cell: (person) => (heldFils(person) === 0 ? '—' : <Money amount_fils={heldFils(person)} />),
    },
    {
      id: 'orders',
      title: t`Orders`,
      width: '4.5rem',
      number: true,
      sort: ({ open_orders }) => open_orders,
      cell: ({ open_orders }) => (open_orders === 0 ? '—' : open_orders),
    },
    {
      id: 'machine',
      title: t`Card machine`,
      width: '6.75rem',
      needs_px: 740,
      sort: ({ card_machines }) => card_machines[0] ?? null,
      cell: ({ card_machines }) => <bdi>{card_machines.join(', ') || '—'}</bdi>,
    },
    {
      id: 'unsent',
      title: t`Unsent`,
      width: 'minmax(8rem,1fr)',
      needs_px: 1_010,
      sort: ({ unsent }) => unsent?.count ?? 0,
      cell: ({ unsent }) => (unsent ? <UnsentCell unsent={unsent} /> : '—'),
    },
    {
      id: 'seen',
      title: t`Last seen`,
      width: '9.5rem',
      needs_px: 640,
      sort: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at }) => (last_seen_at ? shortTime(last_seen_at, time_zone) : t`never`),
    },
    {
      id: 'sessions',
      title: t`Sessions`,
      width: '5.5rem',
      number: true,
      needs_px: 1_110,
      sort: ({ sessions }) => sessions,
      cell: ({ sessions }) => sessions,
    },
  ];
}

/** The name, linked to the details, and a badge if the person is disabled. */
function NameLink({ person: { user_id, full_name, disabled } }: { person: StaffRow }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={personPath(user_id)}
        title={full_name}
        dir="auto"
        className="truncate font-medium hover:underline"
      >
        {full_name}
      </Link>
      {disabled && <Badge>{t`Disabled`}</Badge>}
    </span>
  );
}

/** A row of a narrow list. */
export function NarrowPerson({ person }: { person: StaffRow }) {
  const { role, open_orders, card_machines, unsent } = person;
  const held = heldFils(person);
  const facts = [
    roleText(role),
    open_orders > 0 && t`${open_orders} open`,
    card_machines.join(', '),
    unsent && unsentCommandsText(unsent),
  ].filter(Boolean);
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex items-center justify-between gap-2">
        <NameLink person={person} />
        {held !== 0 && <Money amount_fils={held} className="shrink-0" />}
      </span>
      <span className="truncate text-muted text-sm">{facts.join(' · ')}</span>
    </div>
  );
}
