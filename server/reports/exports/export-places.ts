import { XLSX_ROWS_MAX } from '../../../contract/rules/reports/exports.ts';
import { Problem } from '../../platform/problem.ts';

export type ExportLimits = {
  /** At once, of this server and of one shop: each holds a connection to the database, and a state of it. */
  in_all: number;
  per_shop: number;
  /** Whoever takes nothing for so long is cut off, in ms. */
  stuck_ms: number;
  /** And whoever is not through by then. */
  whole_ms: number;
  /** More rows are no workbook. */
  xlsx_rows: number;
};

export const EXPORT_LIMITS: ExportLimits = {
  in_all: 4,
  per_shop: 2,
  stuck_ms: 30_000,
  whole_ms: 15 * 60_000,
  xlsx_rows: XLSX_ROWS_MAX,
};

/** Lets so many in. `take` answers how the place is left again; throws `unavailable` where there is none. */
export function exportPlaces({ in_all, per_shop }: Pick<ExportLimits, 'in_all' | 'per_shop'>) {
  const taken = new Map<object, number>();
  return {
    take(shop_id: number): () => void {
      const of_shop = [...taken.values()].filter((shop) => shop === shop_id).length;
      if (taken.size >= in_all || of_shop >= per_shop) {
        throw new Problem(
          'unavailable',
          'Other exports are being written: try again once one of them is done',
        );
      }
      const place = {};
      taken.set(place, shop_id);
      return () => void taken.delete(place);
    },
  };
}
