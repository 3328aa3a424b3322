import { setTimeout as pause } from 'node:timers/promises';
import { print } from '../../attack/report.ts';
import type { Random } from '../../simulator/random.ts';
import type { Load } from '../load/start-load.ts';
import { FAULTS, type Fault } from './faults.ts';
import type { PatroniCluster } from './patroni-cluster.ts';
import { strandedClient } from './stranded-client.ts';

/** Writes sent within this time of the fault may still be acknowledged by the failing primary. */
const GRACE_MS = 250;
/** Longer than every limit. */
const WRITING_MS_MAX = 90_000;

type Place = { cluster: PatroniCluster; load: Load; random: Random };

/** The problems found; each list is empty if all is well. */
export type Found = { late: string[]; still_leading: string[]; acknowledged_alone: string[] };

/**
 * Makes the primary fail `count` times, with each fault equally often and in random order. After each failure
 * it waits until the cluster is healthy.
 */
export async function failPrimaries(count: number, place: Place): Promise<Found> {
  const faults = Array.from({ length: count }, (_, index) => FAULTS[index % FAULTS.length] as Fault);
  const found: Found = { late: [], still_leading: [], acknowledged_alone: [] };
  print(row('round', 'primary', 'fault', 'writes after', 'at most', 'healthy after'));
  for (const [index, fault] of shuffled(faults, place.random).entries())
    await takePrimaryAway(index + 1, fault, place, found);
  return found;
}

async function takePrimaryAway(round: number, fault: Fault, place: Place, found: Found): Promise<void> {
  const { cluster, load, random } = place;
  const primary = await cluster.healthy();
  const limit_s = fault.limit_s(await cluster.ttlSeconds());
  await pause(random.between(1_000, 4_000));
  const stranded = fault.is_unaware ? await strandedClient(cluster.superuserUrlOf(primary)) : undefined;

  const began_ms = Date.now();
  await fault.inject(primary);
  stranded?.write();
  const signal = AbortSignal.timeout(WRITING_MS_MAX);
  const first = await load.book.firstAcknowledgedAfter(Date.now() + GRACE_MS, signal);
  const seconds = ((first.answered_at_ms ?? Number.NaN) - began_ms) / 1_000;

  await pause(random.between(0, 3_000));
  const healing_ms = Date.now();
  await fault.heal(primary);
  const next = await cluster.healthy();
  const healthy_s = (Date.now() - healing_ms) / 1_000;
  print(row(String(round), primary.name, fault.name, ...[seconds, limit_s, healthy_s].map(inSeconds)));

  const what = `round ${round}, ${fault.name} of ${primary.name}`;
  if (!(seconds <= limit_s)) found.late.push(`${what}: after ${inSeconds(seconds)}`);
  if (next === primary) found.still_leading.push(what);
  const outcome = stranded?.outcome() ?? 'failed';
  if (outcome !== 'failed' && outcome !== 'warned') found.acknowledged_alone.push(`${what}: ${outcome}`);
  await stranded?.close();
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} s`;
}

function row(...cells: string[]): string {
  const padded = cells.map((cell) => cell.padEnd(14));
  return padded.join('').trimEnd();
}
