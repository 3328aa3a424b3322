/** Why a cell of a sheet cannot be taken, as the server tells it of all other cells. */

export function failedFormula(shown: string): string {
  return `its formula has failed: ${shown}`;
}

export function mergedRows(from: number, to: number): string {
  return `is merged with other rows, from ${from} to ${to}: split it, so that each row has its own`;
}
