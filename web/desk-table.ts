import { msg } from '@lingui/core/macro';
import { ClipboardList } from 'lucide-react';
import { DESK_PATH, type DeskPlace } from './desk/desk-places.ts';

/** The route table of the desk, in the order of its menu. */
export const DESK_PLACES: readonly DeskPlace[] = [
  {
    path: DESK_PATH,
    title: msg`Orders`,
    access: ['Admin', 'Manager'],
    menu: { icon: ClipboardList, key: 'o' },
    chunk: async () => (await import('./desk/orders/OrdersHome.tsx')).OrdersHome,
  },
];
