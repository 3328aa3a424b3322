import { useRef } from 'react';
import type { CheckLoading } from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { thisTab } from '../../environment/this-tab.ts';
import { isDecided, type OutboxEntry } from '../../offline/outbox-entry.ts';
import { useProfile } from '../../session/use-session.ts';
import { useBusy } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toast.ts';
import { checkLoad } from '../delivery/check-load.ts';
import { makeCommand } from '../make-command.ts';
import { thisDevice } from '../this-device.ts';
import { useCommandEntries } from '../use-entries.ts';
import { ordersSetOut } from './orders-set-out.ts';

type Stops = CheckLoading['stops'];

/** Reports the load to the shop, online or offline. Never blocks: a failure is shown, and nothing waits. */
export function useLoadReport() {
  const by = useProfile();
  const checks = useCommandEntries('check_loading');
  const departures = useCommandEntries('set_out');
  const [busy, run] = useBusy();
  const making = useRef(false);

  /** Returns the state of the reports with this content; null if a stop has none. */
  function stateOf(stops: Stops): 'sent' | 'waiting' | null {
    const found = stops.map((stop) => reportOf(stop, checks, departures));
    if (found.length === 0 || found.includes(undefined)) return null;
    return found.every((entry) => entry && isDecided(entry)) ? 'sent' : 'waiting';
  }

  async function make(stops: Stops): Promise<void> {
    if (making.current || stops.length === 0 || stateOf(stops)) return;
    making.current = true;
    const check_id = thisTab.random.uuid();
    try {
      await makeCommand(checkLoad, { check_id, stops }, { by, command_id: check_id, device: thisDevice });
    } catch (error) {
      showToast(checkLoad.messages.notMade(error));
    } finally {
      making.current = false;
    }
  }

  return {
    busy,
    stateOf,
    /** Does nothing if the stops are reported with this content. */
    report: (stops: Stops) => run(() => make(stops)),
    /** Like `report`, for a caller that is busy itself. */
    make,
  };
}

/**
 * Returns the newest report of the stop's order, if it has this content and the driver has not left with the
 * order since: goods that are handed over again are another load.
 */
function reportOf(
  stop: Stops[number],
  checks: readonly OutboxEntry<'check_loading'>[],
  departures: readonly OutboxEntry<'set_out'>[],
): OutboxEntry | undefined {
  const { order_id } = stop;
  const reported = ({ input }: OutboxEntry<'check_loading'>) =>
    input.stops.find((one) => one.order_id === order_id);
  const newest = checks.findLast(reported);
  if (!newest || newest.state === 'refused') return undefined;
  const has_left = departures.some(
    (entry) => entry.device_seq > newest.device_seq && ordersSetOut(entry).includes(order_id),
  );
  const is_same = JSON.stringify(reported(newest)) === JSON.stringify(stop);
  return is_same && !has_left ? newest : undefined;
}
