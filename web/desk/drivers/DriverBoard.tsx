import { t } from '@lingui/core/macro';
import { FileDown, Truck } from 'lucide-react';
import { useState } from 'react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useExport } from '../export/use-export.tsx';
import { useDeskRead } from '../reads/use-desk-read.ts';
import { ListFrame } from '../table/ListFrame.tsx';
import { Board } from './Board.tsx';
import print_css from './board-print.css?url';
import { FindDriver } from './FindDriver.tsx';

/** The smallest width for columns side by side. On narrower pages each driver is expanded separately. */
const SIDE_BY_SIDE = '(min-width: 48rem)';

/** The board of drivers, with their status and their stops in driving order. */
export function DriverBoard() {
  const read = useDeskRead('read_driver_board');
  const [typed, setTyped] = useState('');
  const side_by_side = useMedia(SIDE_BY_SIDE);
  const any = (read.data?.drivers.length ?? 0) > 0;
  const stops = read.data?.drivers.reduce((sum, driver) => sum + driver.stops.length, 0);
  const whole = stops ? { view: { list: 'stops' as const }, title: t`Drivers' stops`, rows: stops } : null;
  const exporting = useExport(t`Drivers`, whole);
  return (
    <div className={classNames('flex min-w-0 flex-col gap-3', side_by_side && 'desk-fill')}>
      <link rel="stylesheet" media="print" href={print_css} />
      <PageHeading
        action={
          any && (
            <>
              <FindDriver typed={typed} onType={setTyped} />
              <ActionButton action={exporting.action} icon={FileDown} variant="secondary" />
            </>
          )
        }
      />
      <ListFrame
        read={read}
        failed={t`The drivers could not be loaded`}
        isEmpty={({ drivers }) => drivers.length === 0}
        empty={{
          icon: Truck,
          title: t`This shop has no drivers yet.`,
          description: t`Users with the role of driver appear here.`,
        }}
      >
        {({ drivers }) => <Board read={drivers} typed={typed} side_by_side={side_by_side} />}
      </ListFrame>
      {exporting.dialog}
    </div>
  );
}
