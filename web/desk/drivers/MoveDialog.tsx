import { plural, t } from '@lingui/core/macro';
import type { BoardDriver } from '../../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { PickDialog } from '../pick/PickDialog.tsx';
import { type Place, placeOnBoard, stopOnBoard } from './board-places.ts';
import { driverStatusText } from './driver-messages.ts';

type Props = {
  drivers: readonly BoardDriver[];
  order_id: string;
  onPut: (place: Place) => void;
  onClose: () => void;
};

/** Moves a stop without dragging: within its driver's stops, or to the end of another driver's stops. */
export function MoveDialog({ drivers, order_id, onPut, onClose }: Props) {
  const stop = stopOnBoard(drivers, order_id);
  const choices = placesToGo(drivers, order_id);
  return (
    <PickDialog
      title={t`Move Order #${stop?.order_number ?? ''}`}
      placeholder={t`Type a driver or a position`}
      choices={choices}
      none={t`There is no other place for it.`}
      onPick={({ place }) => {
        onClose();
        onPut(place);
      }}
      onClose={onClose}
    />
  );
}

function placesToGo(drivers: readonly BoardDriver[], order_id: string) {
  const from = placeOnBoard(drivers, order_id);
  const own = drivers.find(({ driver_id }) => driver_id === from?.driver_id);
  if (!from || !own) return [];
  const last = own.stops.length - 1;
  const within = [
    { id: 'first', title: t`First stop`, at: 0 },
    { id: 'earlier', title: t`One stop earlier`, at: from.at - 1 },
    { id: 'later', title: t`One stop later`, at: from.at + 1 },
    { id: 'last', title: t`Last stop`, at: last },
  ].filter(({ at }) => at >= 0 && at <= last && at !== from.at);
  const others = drivers.filter((driver) => driver.may_deliver && driver !== own);
  return [
    ...within.map(({ id, at, title }) => ({
      // The id names the driver: if another user moves the stop meanwhile, `first` is another place.
      id: `${own.driver_id} ${id}`,
      title,
      detail: own.full_name,
      place: { driver_id: own.driver_id, at },
    })),
    ...others.map((driver) => {
      const { driver_id, full_name, stops } = driver;
      const count = plural(stops.length, { one: '# stop', other: '# stops' });
      return {
        id: `${driver_id}`,
        title: full_name,
        detail: t`${driverStatusText(driver)}, ${count}`,
        place: { driver_id, at: stops.length },
      };
    }),
  ];
}
