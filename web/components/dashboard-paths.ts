/** The default page of the dashboard, for every role. */
export const PROFILE_PATH = '/dashboard/profile';
/** The page for changing one's password; linked from the profile only. */
export const PASSWORD_PATH = '/dashboard/password';
/** The list of commands that are not recorded yet; linked from the line at the top only. */
export const WAITING_PATH = '/dashboard/waiting';

export const ASSIGNED_ORDERS_PATH = '/dashboard/assigned-orders';
/** The goods to load before setting out; linked from Assigned Orders only. */
export const LOADING_LIST_PATH = '/dashboard/loading-list';

export const NEXT_ORDER_PATH = '/dashboard/next-order';
/** The query parameter that selects the order in Next Order. */
export const ORDER_PARAM = 'order';

/** Returns the path of an order in Next Order; valid while the order is out for delivery. */
export function orderPath(order_id: string): string {
  return `${NEXT_ORDER_PATH}?${ORDER_PARAM}=${order_id}`;
}
