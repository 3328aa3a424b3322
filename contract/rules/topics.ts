/** The kinds of data on screen; each is read through its own endpoints. */
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
