/** Everybody's landing. */
export const PROFILE_PATH = '/dashboard/profile';
/** Where one changes one's own password; the profile links to it, no menu does. */
export const PASSWORD_PATH = '/dashboard/password';
/** What is not recorded yet; the line at the top leads there, no menu does. */
export const WAITING_PATH = '/dashboard/waiting';

export const NEXT_ORDER_PATH = '/dashboard/next-order';
/** Names the order that Next Order opens. */
export const ORDER_PARAM = 'order';

/** Where this order is delivered, while it is one of the stops that are out. */
export function orderPath(order_id: string): string {
  return `${NEXT_ORDER_PATH}?${ORDER_PARAM}=${order_id}`;
}
