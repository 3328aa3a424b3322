import { change, command, type Endpoint, read } from './endpoint.ts';

/** What the office keeps in order at the desk: its people, machines, floats, the shop itself and its store. */
export const OFFICE_ENDPOINTS = {
  // Staff, devices, card machines.
  list_staff: read({
    path: '/api/staff',
    access: ['Admin', 'Manager'],
    shows: ['staff', 'cash', 'orders', 'machines', 'devices'],
    errors: [],
    summary: "The shop's staff, and what each of them holds",
  }),
  add_staff: change({
    path: '/api/staff',
    access: ['Admin'],
    errors: ['already_exists', 'password_common', 'password_own_data', 'password_repeated'],
    summary: 'Adds somebody with a first password, which is changed at the first sign-in',
  }),
  change_staff: command({
    path: '/api/staff/change',
    access: ['Admin'],
    errors: ['not_found', 'already_exists', 'own_account', 'last_admin', 'has_open_orders'],
    summary: 'Changes name, e-mail address or role; the driver record follows',
  }),
  disable_staff: command({
    path: '/api/staff/disable',
    access: ['Admin'],
    errors: ['not_found', 'own_account', 'last_admin'],
    summary: 'Ends every session and refuses sign-in; cash and history stay',
  }),
  enable_staff: command({
    path: '/api/staff/enable',
    access: ['Admin'],
    errors: ['not_found'],
    summary: 'Lets somebody sign in again',
  }),
  set_driver_status: command({
    path: '/api/staff/at-work',
    access: ['Admin'],
    errors: ['not_found', 'driver_not_found'],
    summary: 'Says whether a driver is at work; with orders out he stays delivering',
  }),
  reset_staff_password: change({
    path: '/api/staff/{staff_id}/password',
    access: ['Admin'],
    errors: ['not_found', 'own_account'],
    summary: 'Sets a one-time password, shown once, and ends every session',
  }),
  list_staff_sessions: read({
    path: '/api/staff/sessions',
    access: ['Admin', 'Manager'],
    shows: ['staff'],
    errors: [],
    summary: "Somebody's live sessions: on which device, and when it was last used",
  }),
  end_staff_session: command({
    path: '/api/staff/sessions/end',
    access: ['Admin'],
    errors: ['not_found'],
    summary: 'Signs one session of somebody out; ended already is done',
  }),
  list_card_machines: read({
    path: '/api/machines',
    access: ['Admin', 'Manager'],
    shows: ['machines', 'staff'],
    errors: [],
    summary: 'The card machines, and who has each since when',
  }),
  read_card_machine_story: read({
    path: '/api/machines/story',
    access: ['Admin', 'Manager'],
    shows: ['machines'],
    errors: ['not_found'],
    summary: 'Through whose hands a card machine went',
  }),
  add_card_machine: command({
    path: '/api/machines',
    access: ['Admin'],
    errors: ['already_exists'],
    summary: 'Registers a card machine, in the shop to begin with',
  }),
  retire_card_machine: command({
    path: '/api/machines/retire',
    access: ['Admin'],
    errors: ['not_found', 'card_machine_elsewhere'],
    summary: 'Hands a card machine out no more',
  }),
  reactivate_card_machine: command({
    path: '/api/machines/reactivate',
    access: ['Admin'],
    errors: ['not_found'],
    summary: 'Takes a retired card machine into use again',
  }),
  return_card_machine: command({
    path: '/api/machines/return',
    access: ['Admin'],
    errors: ['not_found', 'card_machine_in_shop'],
    summary: 'Puts a card machine back into the shop without a handover',
  }),
  // Floats, shop, the Shopify store.
  list_floats: read({
    path: '/api/floats',
    access: ['Admin', 'Manager'],
    shows: ['cash', 'staff'],
    errors: [],
    summary: "The shop's floats, newest first, by page, and who can sign for one",
  }),
  read_desk_shop: read({
    path: '/api/shop',
    access: ['Admin', 'Manager'],
    shows: ['shop'],
    errors: [],
    summary: "The shop's name, time zone and limits",
  }),
  change_desk_shop: command({
    path: '/api/shop',
    access: ['Admin'],
    errors: [],
    summary: "Changes the shop's name, time zone or limits; what is not given stays",
  }),
  read_store: read({
    path: '/api/store',
    access: ['Admin', 'Manager'],
    shows: ['store', 'orders'],
    errors: [],
    summary: "How the shop's Shopify store stands: connection, webhooks, and what could not be done there",
  }),
  try_store: change({
    path: '/api/store/try',
    access: ['Admin'],
    errors: ['credentials_refused', 'scopes_missing'],
    summary: 'Asks the store whether it takes these credentials; keeps nothing',
  }),
  connect_store: change({
    path: '/api/store/connect',
    access: ['Admin'],
    errors: ['credentials_refused', 'scopes_missing', 'already_exists'],
    summary: 'Connects the shop to its store, once the store takes the credentials',
  }),
  disconnect_store: change({
    path: '/api/store/disconnect',
    access: ['Admin'],
    errors: [],
    summary:
      'Ends the connection to this store, and its webhooks there where it can be reached; orders and what waits for it stay',
  }),
  ask_store_again: change({
    path: '/api/store/ask',
    access: ['Admin'],
    errors: ['store_not_connected'],
    summary: 'Has the store asked at once for its scopes, its webhooks and what changed',
  }),
  resync_store: change({
    path: '/api/store/resync',
    access: ['Admin'],
    errors: ['store_not_connected'],
    summary: 'Has the store read anew since a day, also what could not be taken',
  }),
  retry_store: command({
    path: '/api/store/retry',
    access: ['Admin'],
    errors: ['not_found'],
    summary: 'Tries again what failed or waits, of one order or of all',
  }),
  dismiss_in_store: command({
    path: '/api/store/dismiss',
    access: ['Admin'],
    errors: ['not_found'],
    summary: 'Takes from the lists what needs no more looking at',
  }),
  read_desk_holdings: read({
    path: '/api/desk/holdings',
    access: ['Admin', 'Manager'],
    shows: ['cash', 'handovers', 'deposits', 'devices', 'orders', 'staff'],
    errors: [],
    summary: 'Who holds what of the cash now, what is on the road, and what nobody has explained',
  }),
} as const satisfies Record<string, Endpoint>;
