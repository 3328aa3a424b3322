import type { HandoverType } from '../../../contract/rules/storage-paths.ts';
import { driversFailed } from '../../api/cash-words.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';

const REFRESH_MS = 30_000;

/** Who can be handed cash, who is out, the card machines and what the admin holds. */
export function useHandoverDrivers(): EndpointResult<'list_handover_drivers'> {
  const read = useEndpoint('list_handover_drivers', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast('list_handover_drivers', read, driversFailed);
  return read;
}

export function useHandoversToday(handover_type: HandoverType): EndpointResult<'list_handovers_today'> {
  return useEndpoint('list_handovers_today', { handover_type }, { refetchInterval: REFRESH_MS });
}

export type Estimate = ReturnType<typeof useEstimate>;

/** The Estimated Receivables of a driver. What an earlier visit kept on this device is too old to be signed for. */
export function useEstimate(driver_id: number | null) {
  const read = useEndpoint('read_driver_balance', driver_id === null ? undefined : { driver_id }, {
    enabled: driver_id !== null,
    refetchInterval: REFRESH_MS,
  });
  const current = read.from_device ? undefined : read.data;
  return {
    /** What the driver should hand in, in fils, waiting included; null while unknown. */
    estimated_fils: current ? current.cash_on_hand_fils + current.waiting_fils : null,
    waiting_fils: current?.waiting_fils ?? 0,
    /** What the driver's phones have told of and no server has recorded. */
    unsent: current?.unsent ?? null,
    /** Neither there nor failed yet: nothing is sent meanwhile. */
    loading: driver_id !== null && !current && !read.error,
    /** It could not be read: 0.00 is shown, and no difference (ruling F4). */
    failed: !current && read.error !== null,
    busy: read.isFetching,
    retry: async () => {
      if (driver_id !== null) await read.refetch();
    },
  };
}

/** The estimate that a handover was signed with, in fils; null when there was none to be read. */
export function signedEstimate(estimated_fils: number | null): Estimate {
  return {
    estimated_fils,
    waiting_fils: 0,
    unsent: null,
    loading: false,
    failed: estimated_fils === null,
    busy: false,
    retry: () => Promise.resolve(),
  };
}
