/**
 * Creates a stub with the first bytes of a PDF and the printed data; real documents have tests of their own.
 */
async function paper(printed: object): Promise<Blob> {
  return new Blob(['%PDF-1.7\n', JSON.stringify(printed, withoutDatabaseTimes)], { type: 'application/pdf' });
}

/** Drops `updated_at`, a database time that no document shows and that differs between runs. */
function withoutDatabaseTimes(key: string, value: unknown): unknown {
  if (key === 'updated_at') return undefined;
  return value instanceof Blob ? value.size : value;
}

export const makeDeliveryNote = paper;
export const makeHandoverReceipt = paper;
export const makeDepositReceipt = paper;
export const makeFloatReceipt = paper;
export const makeSettlementReceipt = paper;
export const makeVoidDocument = paper;
export const makeOrderPaymentReceipt = paper;
export const makeCorrectionDocument = paper;
