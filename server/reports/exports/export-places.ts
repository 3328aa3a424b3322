import { XLSX_ROWS_MAX } from '../../../contract/rules/reports/exports.ts';
import { Problem } from '../../platform/problem.ts';

export type ExportLimits = {
  /** Concurrent exports of this server. Each holds a database connection and a snapshot. */
  in_all: number;
  /** Concurrent exports of one shop. */
  per_shop: number;
  /** A client that reads nothing for this long is disconnected, in ms. */
  stuck_ms: number;
  /** The longest duration of an export, in ms. */
  whole_ms: number;
  /** The largest number of rows in a workbook. */
  xlsx_rows: number;
};

export const EXPORT_LIMITS: ExportLimits = {
  in_all: 4,
  per_shop: 2,
  stuck_ms: 30_000,
  whole_ms: 15 * 60_000,
  xlsx_rows: XLSX_ROWS_MAX,
};

/** Limits concurrent exports. `take` returns a function that frees the place, or throws `unavailable`. */
export function exportPlaces({ in_all, per_shop }: Pick<ExportLimits, 'in_all' | 'per_shop'>) {
  const taken = new Map<object, number>();
  return {
    take(shop_id: number): () => void {
      const of_shop = [...taken.values()].filter((shop) => shop === shop_id).length;
      if (taken.size >= in_all || of_shop >= per_shop) {
        throw new Problem('unavailable', 'Too many exports are running. Try again when one has finished.');
      }
      const place = {};
      taken.set(place, shop_id);
      return () => void taken.delete(place);
    },
  };
}
