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

type Stops = CheckLoading['stops'];

/** Reports the load to the shop, online or offline. Never blocks: a failure is shown, and nothing waits. */
export function useLoadReport() {
  const by = useProfile();
  const newest = useCommandEntries('check_loading').at(-1);
  const [busy, run] = useBusy();
  const making = useRef(false);

  async function make(stops: Stops): Promise<void> {
    if (making.current || stops.length === 0 || (newest && isSame(newest, stops))) return;
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
    /** Returns the state of the newest report if it has this content; null if it differs. */
    stateOf: (stops: Stops): 'sent' | 'waiting' | null => {
      if (!newest || !isSame(newest, stops)) return null;
      return isDecided(newest) ? 'sent' : 'waiting';
    },
    /** Does nothing if the newest report has this content. */
    report: (stops: Stops) => run(() => make(stops)),
    /** Like `report`, for a caller that is busy itself. */
    make,
  };
}

function isSame({ state, input }: OutboxEntry<'check_loading'>, stops: Stops): boolean {
  return state !== 'refused' && JSON.stringify(input.stops) === JSON.stringify(stops);
}
