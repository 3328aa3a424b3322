/** Documents that have the first bytes of a PDF and what is printed: making real ones is tested where they are made. */
async function paper(printed: object): Promise<Blob> {
  return new Blob(['%PDF-1.7\n', JSON.stringify(printed, withoutDatabaseTimes)], { type: 'application/pdf' });
}

/** The database's own clock is in no document, and not the same in two runs. */
function withoutDatabaseTimes(key: string, value: unknown): unknown {
  if (key === 'updated_at') return undefined;
  return value instanceof Blob ? value.size : value;
}

export const makeDeliveryNote = paper;
export const makeHandoverReceipt = paper;
export const makeDepositReceipt = paper;
export const makeFloatReceipt = paper;
