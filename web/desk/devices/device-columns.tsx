import { plural, t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { unsentCommandsText } from '../../components/devices/unsent-messages.ts';
import { useTimeZone } from '../../components/open-screen.ts';
import { shortTime } from '../../components/short-time.ts';
import type { Column } from '../table/columns.ts';
import { UnsentCell } from '../unsent/UnsentCell.tsx';
import type { ListedDevice } from './sort-devices.ts';

export const DEVICES_PATH = '/desk/devices';

export function devicePath(id: string): `/desk/devices/${string}` {
  return `${DEVICES_PATH}/${id}`;
}

export function deviceColumns(time_zone: string): readonly Column<ListedDevice>[] {
  return [
    {
      id: 'user',
      title: t`Last used by`,
      width: 'minmax(10rem,2fr)',
      sort: ({ last_user }) => last_user.full_name,
      cell: (phone) => <PhoneLink phone={phone} />,
    },
    {
      id: 'device',
      title: t`Device`,
      width: 'minmax(8rem,1fr)',
      needs_px: 820,
      sort: ({ name }) => name,
      cell: ({ name }) => <bdi>{name ?? t`Unknown device`}</bdi>,
    },
    {
      id: 'missing',
      title: t`Missing`,
      width: 'minmax(8rem,1fr)',
      sort: (phone) => (phone.chain_broken_at === null ? phone.not_arrived.length : 10_000),
      cell: (phone) => <MissingText phone={phone} />,
    },
    {
      id: 'unsent',
      title: t`Unsent`,
      width: 'minmax(9rem,1fr)',
      needs_px: 680,
      sort: ({ unsent }) => unsent.count,
      cell: ({ unsent }) => (unsent.count === 0 ? '—' : <UnsentCell unsent={unsent} />),
    },
    {
      id: 'orders',
      title: t`Open orders`,
      width: '7rem',
      number: true,
      needs_px: 960,
      sort: ({ open_orders }) => open_orders.count,
      cell: ({ open_orders }) => (open_orders.count === 0 ? '—' : open_orders.count),
    },
    {
      id: 'seen',
      title: t`Last seen`,
      width: '9.5rem',
      sort: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at, quiet }) => (
        <span className={quiet ? 'text-warn' : undefined}>{shortTime(last_seen_at, time_zone)}</span>
      ),
    },
  ];
}

function PhoneLink({ phone: { id, last_user } }: { phone: ListedDevice }) {
  const { full_name } = last_user;
  return (
    <Link to={devicePath(id)} title={full_name} dir="auto" className="font-medium hover:underline">
      {full_name}
    </Link>
  );
}

function MissingText({ phone: { not_arrived, chain_broken_at } }: { phone: ListedDevice }) {
  const count = not_arrived.length;
  if (count === 0 && chain_broken_at === null) return '—';
  return (
    <span className="text-warn">
      {count > 0 ? t`${plural(count, { one: '# not arrived', other: '# not arrived' })}` : t`Out of sequence`}
    </span>
  );
}

/** A row of a narrow list. */
export function NarrowDevice({ phone }: { phone: ListedDevice }) {
  const time_zone = useTimeZone();
  const { name, unsent } = phone;
  const is_whole = phone.not_arrived.length === 0 && phone.chain_broken_at === null;
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center justify-between gap-2">
        <span className="truncate">
          <PhoneLink phone={phone} />
        </span>
        <span className="shrink-0 text-muted text-sm">
          {is_whole ? shortTime(phone.last_seen_at, time_zone) : <MissingText phone={phone} />}
        </span>
      </span>
      <span className="truncate text-muted text-sm">
        <bdi>{name ?? t`Unknown device`}</bdi>
        {unsent.count > 0 && ` · ${unsentCommandsText(unsent)}`}
      </span>
    </div>
  );
}
