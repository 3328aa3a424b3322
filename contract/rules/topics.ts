/** What people look at, each read through endpoints of its own (ruling G3). */
export type DeskTopic =
  | 'orders'
  | 'cash'
  | 'handovers'
  | 'deposits'
  | 'machines'
  | 'devices'
  | 'staff'
  | 'store';
export type Topic = DeskTopic | 'shop' | 'sessions';
