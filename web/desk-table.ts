import { msg } from '@lingui/core/macro';
import {
  Banknote,
  ClipboardList,
  CreditCard,
  FileUp,
  ShoppingBag,
  Smartphone,
  Store,
  Truck,
  Users,
} from 'lucide-react';
import { DESK_PATH, type DeskPlace, IMPORT_PATH, NOT_TAKEN_PATH } from './desk/desk-places.ts';

/** The route table of the desk, in the order of its menu. */
export const DESK_PLACES: readonly DeskPlace[] = [
  {
    path: DESK_PATH,
    also: ['/desk/orders/:order_id', '/desk/cash'],
    title: msg`Orders`,
    access: ['Admin', 'Manager'],
    menu: { icon: ClipboardList, key: 'o' },
    chunk: async () => (await import('./desk/orders/OrdersHome.tsx')).OrdersHome,
    ahead: [
      () => import('./desk/orders/many/DeedDialogs.tsx'),
      () => import('./desk/orders/order-details/OrderDetails.tsx'),
      () => import('./desk/actions/Palette.tsx'),
      () => import('./desk/orders/holdings/HoldingsDetails.tsx'),
    ],
  },
  {
    path: '/desk/drivers',
    title: msg`Drivers`,
    access: ['Admin', 'Manager'],
    menu: { icon: Truck, key: 'd' },
    chunk: async () => (await import('./desk/drivers/DriverBoard.tsx')).DriverBoard,
  },
  {
    path: IMPORT_PATH,
    title: msg`Import`,
    access: ['Admin', 'Manager'],
    menu: { icon: FileUp, key: 'i' },
    chunk: async () => (await import('./desk/import/ImportPlace.tsx')).ImportPlace,
    ahead: [() => import('./desk/import/LeaveImport.tsx')],
  },
  {
    path: NOT_TAKEN_PATH,
    also: ['/desk/not-taken/:what'],
    title: msg`Not taken`,
    access: ['Admin', 'Manager'],
    menu: null,
    chunk: async () => (await import('./desk/not-taken/NotTaken.tsx')).NotTaken,
  },
  {
    path: '/desk/staff',
    also: ['/desk/staff/:user_id'],
    title: msg`People`,
    access: ['Admin', 'Manager'],
    menu: { icon: Users, key: 'p' },
    chunk: async () => (await import('./desk/staff/People.tsx')).People,
  },
  {
    path: '/desk/devices',
    also: ['/desk/devices/:device_id'],
    title: msg`Phones`,
    access: ['Admin', 'Manager'],
    menu: { icon: Smartphone, key: 'h' },
    chunk: async () => (await import('./desk/devices/Devices.tsx')).Devices,
  },
  {
    path: '/desk/machines',
    also: ['/desk/machines/:card_machine_id'],
    title: msg`Machines`,
    access: ['Admin', 'Manager'],
    menu: { icon: CreditCard, key: 'm' },
    chunk: async () => (await import('./desk/machines/Machines.tsx')).Machines,
  },
  {
    path: '/desk/floats',
    title: msg`Floats`,
    access: ['Admin', 'Manager'],
    menu: { icon: Banknote, key: 'f' },
    chunk: async () => (await import('./desk/floats/Floats.tsx')).Floats,
  },
  {
    path: '/desk/shop',
    title: msg`Shop`,
    access: ['Admin', 'Manager'],
    menu: { icon: Store, key: 's' },
    chunk: async () => (await import('./desk/shop/ShopPlace.tsx')).ShopPlace,
  },
  {
    path: '/desk/shopify',
    title: msg`Shopify`,
    access: ['Admin', 'Manager'],
    menu: { icon: ShoppingBag, key: 'y' },
    chunk: async () => (await import('./desk/shopify/ShopifyPlace.tsx')).ShopifyPlace,
  },
];
