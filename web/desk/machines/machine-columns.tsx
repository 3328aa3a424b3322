import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { MachineRow } from '../../../contract/operations/desk/machines/list-card-machines.schema.ts';
import { shortTime } from '../../components/short-time.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../table/columns.ts';
import { Truncated } from '../table/Truncated.tsx';

export const MACHINES_PATH = '/desk/machines';

export function machinePath(id: string): `/desk/machines/${string}` {
  return `${MACHINES_PATH}/${id}`;
}

export function machineColumns(time_zone: string): readonly Column<MachineRow>[] {
  return [
    {
      id: 'number',
      title: t`Number`,
      width: 'minmax(8rem,1fr)',
      sort: ({ number }) => number,
      cell: (machine) => <MachineLink machine={machine} />,
    },
    {
      id: 'holder',
      title: t`With`,
      width: 'minmax(10rem,2fr)',
      sort: ({ holder }) => holder?.full_name ?? null,
      cell: (machine) => <Whereabouts machine={machine} />,
    },
    {
      id: 'since',
      title: t`Since`,
      width: '9.5rem',
      sort: ({ holder }) => holder?.since ?? null,
      cell: ({ holder }) => (holder?.since ? shortTime(holder.since, time_zone) : '—'),
    },
  ];
}

function MachineLink({ machine: { id, number } }: { machine: MachineRow }) {
  return (
    <Link to={machinePath(id)} title={number} dir="auto" className="font-medium hover:underline">
      {number}
    </Link>
  );
}

/** The holder of a card machine, or its location if it has none. */
export function Whereabouts({ machine: { holder, retired_at } }: { machine: MachineRow }) {
  if (retired_at) return <Badge>{t`Retired`}</Badge>;
  return holder ? (
    <Truncated text={holder.full_name} />
  ) : (
    <span className="text-muted">{t`In the shop`}</span>
  );
}

/** A row of a narrow list. */
export function NarrowMachine({ machine }: { machine: MachineRow }) {
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate">
        <MachineLink machine={machine} />
      </span>
      <span className="truncate text-sm">
        <Whereabouts machine={machine} />
      </span>
    </div>
  );
}
