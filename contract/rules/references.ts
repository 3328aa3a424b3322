import { dayOf } from './dates/dates.ts';

/**
 * References are made on the device and are unique within the shop. If one already exists, the device
 * generates another one and recreates its PDF.
 */

/**
 * The prefixes of references and folders of a start and an end of day, and of cash handed in during the day.
 */
export const HANDOVER_PREFIXES = { start: 'SOD', end: 'EOD', drop: 'DRP' } as const;
/** A handover between an admin and a driver. */
export type DriverHandoverType = keyof typeof HANDOVER_PREFIXES;
export type HandoverType = Exclude<DriverHandoverType, 'drop'>;

/** `SOD-20261120-7-1795174612555`: the business day, the driver's id, milliseconds since the epoch. */
export function handoverReference(
  handover_type: DriverHandoverType,
  driver_id: number,
  now: Date,
  time_zone: string,
): string {
  const day = dayOf(now, time_zone).replaceAll('-', '');
  return `${HANDOVER_PREFIXES[handover_type]}-${day}-${driver_id}-${now.getTime()}`;
}

/** `<staff id>_<manager id>_2026-11-20T11:37:33.878Z`. */
export function collectionReference(staff_user_id: string, manager_id: string, now: Date): string {
  return `${staff_user_id}_${manager_id}_${now.toISOString()}`;
}

/** `BD-1795174612555`. */
export function depositReference(now: Date): string {
  return `BD-${now.getTime()}`;
}

/** `FL-1795174612555`. */
export function floatReference(now: Date): string {
  return `FL-${now.getTime()}`;
}

/** `ST-1795174612555`: the payment of a shortage, or of an over to its person. */
export function settlementReference(now: Date): string {
  return `ST-${now.getTime()}`;
}

/** `OP-1795174612555`: a payment of an amount owed on an order, after its delivery. */
export function orderPaymentReference(now: Date): string {
  return `OP-${now.getTime()}`;
}

/** `VD-1795174612555`: the void of a cash record. */
export function voidReference(now: Date): string {
  return `VD-${now.getTime()}`;
}

/** `EX-1795174612555`: an expense. */
export function expenseReference(now: Date): string {
  return `EX-${now.getTime()}`;
}

/**
 * Returns the instant in a reference. The day or month in the paths of its files comes from the same instant,
 * so that both depend on one clock. Null unless the reference is exactly that of the device for this driver.
 */
export function instantOfHandover(
  handover_reference: string,
  of: { handover_type: DriverHandoverType; driver_id: number; time_zone: string },
): Date | null {
  return instantIn(handover_reference, timeIn(handover_reference), (at) =>
    handoverReference(of.handover_type, of.driver_id, at, of.time_zone),
  );
}

/** Returns the instant in a deposit's reference; see `instantOfHandover`. */
export function instantOfDeposit(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), depositReference);
}

/** Returns the instant in a float's reference; see `instantOfHandover`. */
export function instantOfFloat(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), floatReference);
}

/** Returns the instant in the reference of a settlement; see `instantOfHandover`. */
export function instantOfSettlement(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), settlementReference);
}

/** Returns the instant in the reference of a later payment of an order; see `instantOfHandover`. */
export function instantOfOrderPayment(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), orderPaymentReference);
}

/** Returns the instant in the reference of a void; see `instantOfHandover`. */
export function instantOfVoid(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), voidReference);
}

/** Returns the instant in the reference of an expense; see `instantOfHandover`. */
export function instantOfExpense(reference: string): Date | null {
  return instantIn(reference, timeIn(reference), expenseReference);
}

/** Returns the instant in a collection's reference for these two users; see `instantOfHandover`. */
export function instantOfCollection(
  handover_reference: string,
  staff_user_id: string,
  manager_id: string,
): Date | null {
  return instantIn(handover_reference, new Date(handover_reference.slice(-24)), (at) =>
    collectionReference(staff_user_id, manager_id, at),
  );
}

function timeIn(reference: string): Date {
  return new Date(Number(/-(\d{13})$/.exec(reference)?.[1] ?? Number.NaN));
}

function instantIn(reference: string, at: Date, referenceAt: (at: Date) => string): Date | null {
  return !Number.isNaN(at.getTime()) && referenceAt(at) === reference ? at : null;
}
