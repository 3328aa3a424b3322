import { useRef, useState } from 'react';
import { STOPS_MAX } from '../../../contract/rules/orders/stops.ts';
import { useDeliverySettings } from '../../api/delivery-settings.ts';
import { vibrate } from '../../environment/page-apis.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { useProfile } from '../../session/use-session.ts';
import { showToast } from '../../ui/toast.ts';
import { setOut } from '../delivery/set-out.ts';
import type { Stop } from '../delivery/stops.ts';
import { makeCommand } from '../make-command.ts';
import { thisDevice } from '../this-device.ts';
import { useCommandEntries } from '../use-entries.ts';
import { goodsToLoad } from './goods-to-load.ts';
import { unmarked } from './load-marks.ts';
import { ordersSetOut } from './orders-set-out.ts';
import { isReady } from './stop-wait.ts';
import { type LeavingLoad, useMarkedLoad } from './use-marked-load.ts';

/** Long enough to be felt, and over before the driver's next action. */
const VIBRATION_MS = 60;

export type SettingOut = ReturnType<typeof useSettingOut>;

/** Reads the shop's rule for `useDriversSetOut`. One component of a page calls it, for all others. */
export function useReadOfSettings(): void {
  useDeliverySettings();
}

/** Returns whether the shop's drivers set out themselves, as stored or read; undefined until it is known. */
export function useDriversSetOut(): boolean | undefined {
  return useDeliverySettings({ enabled: false }).data?.drivers_set_out;
}

/** Lets a driver set out with the ready ones of these stops, online or offline, if the shop allows it. */
export function useSettingOut(stops: readonly Stop[]) {
  const by = useProfile();
  const allowed = useDriversSetOut() === true;
  const ready = allowed ? stops.filter(isReady).slice(0, STOPS_MAX) : [];
  const loaded = goodsToLoad(ready).stops;
  const marked = useMarkedLoad(loaded);
  const [busy, setBusy] = useState(false);
  const pressed = useRef(false);
  const [made_id, setMadeId] = useState<string | null>(null);
  const made = useCommandEntries('set_out').find(({ command_id }) => command_id === made_id);

  /**
   * Stores the command on the device. Returns false if it is being stored already, or after a toast has
   * shown that it could not be stored. The marks of the stops then end: a later hand-over is another load.
   */
  async function leave(load: LeavingLoad = marked): Promise<boolean> {
    if (pressed.current) return false;
    pressed.current = true;
    setBusy(true);
    const order_ids = ready.map(({ order }) => order.id);
    const set_out_id = thisTab.random.uuid();
    try {
      await load.report();
      await makeCommand(
        setOut,
        { set_out_id, order_ids, after_attempt: false },
        { by, command_id: set_out_id, device: thisDevice },
      );
      load.mark(unmarked(loaded.flatMap(({ lines }) => lines)));
      setMadeId(set_out_id);
      vibrate(VIBRATION_MS);
      return true;
    } catch (error) {
      showToast(setOut.messages.notMade(error));
      return false;
    } finally {
      pressed.current = false;
      setBusy(false);
    }
  }

  return {
    /** The stops with which the driver can set out now; none if the shop sends them out. */
    ready,
    busy,
    /** The number of stops with which the driver has just set out here, as far as the server agrees. */
    count: made ? ordersSetOut(made).length : 0,
    leave,
  };
}
