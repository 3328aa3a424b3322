import { ProblemError } from '../../api/errors.ts';
import { assignedOrdersFailed } from '../../api/problem-words.ts';
import { type EndpointResult, useEndpoint } from '../../api/use-endpoint.ts';
import { useFailureToast } from '../../ui/use-failure-toast.ts';

const REFRESH_MS = 60_000;

/** The driver's open orders; a failing refresh keeps the ones already shown. Without a driver record the list stays empty. */
export function useAssignedOrders(): EndpointResult<'list_assigned_orders'> {
  const read = useEndpoint('list_assigned_orders', undefined, { refetchInterval: REFRESH_MS });
  useFailureToast(read, assignedOrdersFailed);
  const no_driver = read.error instanceof ProblemError && read.error.problem.code === 'driver_not_found';
  return no_driver ? { ...read, data: { orders: [] }, from_device: false, error: null } : read;
}
