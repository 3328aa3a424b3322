import type { DriverHandoverType } from '../../../contract/rules/references.ts';
import { driversFailed } from '../../api/cash-messages.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';

const REFRESH_MS = 30_000;

/** Reads the drivers with their status, the card machines and the admin's cash. */
export function useHandoverDrivers(): EndpointResult<'list_handover_drivers'> {
  const read = useEndpoint('list_handover_drivers', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast('list_handover_drivers', read, driversFailed);
  return read;
}

export function useHandoversToday(
  handover_type: DriverHandoverType,
  enabled = true,
): EndpointResult<'list_handovers_today'> {
  return useEndpoint('list_handovers_today', { handover_type }, { enabled, refetchInterval: REFRESH_MS });
}

export type Estimate = ReturnType<typeof useEstimate>;

/**
 * Reads a driver's Estimated Receivables. Data stored on the device by an earlier visit is too old to be
 * signed.
 */
export function useEstimate(driver_id: number | null) {
  const read = useEndpoint('read_driver_balance', driver_id === null ? undefined : { driver_id }, {
    enabled: driver_id !== null,
    refetchInterval: REFRESH_MS,
  });
  const current = read.from_device ? undefined : read.data;
  return {
    /** The cash that the driver should hand in, in fils, pending cash included; null while unknown. */
    estimated_fils: current ? current.cash_on_hand_fils + current.waiting_fils : null,
    waiting_fils: current?.waiting_fils ?? 0,
    /** Cash that the driver's devices have reported but the server has not recorded. */
    unsent: current?.unsent ?? null,
    /** The driver's expenses that wait for approval, in fils. */
    expenses_fils: current?.expenses_fils ?? 0,
    /** True while the first load is running; nothing is sent meanwhile. */
    loading: driver_id !== null && !current && !read.error,
    /** True if it could not be loaded: 0.00 is shown, without a difference. */
    failed: !current && read.error !== null,
    busy: read.isFetching,
    retry: async () => {
      if (driver_id !== null) await read.refetch();
    },
  };
}

/** Returns the estimate that a handover was signed with, in fils; null if there was none. */
export function signedEstimate(estimated_fils: number | null): Estimate {
  return {
    estimated_fils,
    waiting_fils: 0,
    unsent: null,
    expenses_fils: 0,
    loading: false,
    failed: estimated_fils === null,
    busy: false,
    retry: () => Promise.resolve(),
  };
}

export type GoodsRead = ReturnType<typeof useDriverGoods>;

/** Reads the goods still with a driver; a list stored by an earlier visit would be too old to be signed. */
export function useDriverGoods(driver_id: number | null) {
  const read = useEndpoint('list_driver_goods', driver_id === null ? undefined : { driver_id }, {
    enabled: driver_id !== null,
    refetchInterval: REFRESH_MS,
    kept: false,
  });
  const current = driver_id === null ? undefined : read.data;
  return {
    listed: current?.goods ?? [],
    /** True while the first load is running; nothing is sent meanwhile. */
    loading: driver_id !== null && !current && !read.error,
    /** True if it could not be loaded: the handover is possible, and the goods stay with the driver. */
    failed: driver_id !== null && !current && read.error !== null,
    busy: read.isFetching,
    retry: async () => {
      if (driver_id !== null) await read.refetch();
    },
  };
}
