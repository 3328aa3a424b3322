import type { BenchPlace } from './bench-place.ts';
import { hundredths, measureBoth } from './measure.ts';
import { passingAround, postings } from './movements.ts';
import type { Part, Row } from './report.ts';

/** One manager who collects from everybody, against drivers who pass cash around among themselves. */
export async function hotBalance(place: BenchPlace, count: number): Promise<Part> {
  const { manager } = place;
  const rows: Row[] = [];
  for (const at_once of [1, 8, 32]) {
    const [uniform, hot] = await measureBoth(
      await passingAround(place, count),
      await postings(place, count, () => manager.user_id),
      at_once,
    );
    rows.push({
      at_once,
      one_manager_per_second: hot.per_second,
      p95_ms: hot.p95_ms,
      uniform_per_second: uniform.per_second,
      hot_to_uniform: hundredths(hot.per_second / uniform.per_second),
    });
  }
  return { title: 'Movements: everybody to one manager, against everybody to somebody else', rows };
}
