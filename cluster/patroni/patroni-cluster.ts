import { randomBytes } from 'node:crypto';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import type { Cleanup } from '../cleanup.ts';
import { eventually } from '../eventually.ts';
import { startEtcd } from './etcd.ts';
import { startPrimaryProxy } from './haproxy.ts';
import { type PatroniNode, startPatroniNode } from './patroni-node.ts';

const NODES = ['north', 'east', 'south'] as const;
const HEALTHY_MS_MAX = 120_000;
/**
 * The reported lag may exceed zero: Patroni compares WAL positions that nodes reported at different times.
 */
const LAG_BYTES_MAX = 1_048_576;

/** A node in the response of Patroni's `GET /cluster`. */
type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/**
 * Starts PostgreSQL on three new nodes with Patroni and etcd in `directory`, and HAProxy before them.
 * Resolves once all three are healthy. `bin`: the directory of PostgreSQL's programs.
 */
export async function startPatroniCluster(directory: string, bin: string, cleanup: Cleanup) {
  const place = { directory, account: await databaseAccount(directory) };
  const etcd = await startEtcd(place, cleanup);
  const passwords = { superuser: password(), replication: password(), rewind: password() };
  const nodes: PatroniNode[] = [];
  for (const name of NODES)
    nodes.push(await startPatroniNode({ ...place, name, bin, etcd_port: etcd.port, passwords }, cleanup));
  const proxy = await startPrimaryProxy(place, nodes, cleanup);
  const urlOf = (port: number) => `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  const cluster = {
    nodes,
    /** The superuser's URL through HAProxy. */
    superuser_url: urlOf(proxy.port),
    /** Returns the superuser's URL on the node's own port, which is never cut. */
    superuserUrlOf: (node: PatroniNode) => urlOf(node.own_postgres_port),
    /** Returns Patroni's ttl: the time in seconds after which a silent primary loses its leadership. */
    ttlSeconds: async () => (await readFromPatroni<{ ttl: number }>(nodes[0], 'config')).ttl,
    /** Waits until all nodes are running and up to date, and returns the primary. */
    healthy: () =>
      eventually('three healthy nodes, one of them a synchronous standby', HEALTHY_MS_MAX, () =>
        healthyPrimary(nodes),
      ).catch(async (error: unknown) => {
        const outputs = await Promise.all(nodes.map((node) => node.patroni.lastOutput()));
        throw new Error(`The cluster is not healthy:\n${outputs.join('\n\n')}`, { cause: error });
      }),
  };
  await cluster.healthy();
  return cluster;
}

/**
 * Returns the primary if one node follows it synchronously and one asynchronously, all on one timeline.
 * Throws the nodes' reports otherwise.
 */
async function healthyPrimary(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  const reports = await Promise.all(
    nodes.map((node) => readFromPatroni<{ members: Member[] }>(node, 'cluster')),
  );
  const primaries = new Set(reports.map(({ members }) => primaryIn(members)));
  const [name] = primaries;
  const primary = primaries.size === 1 ? nodes.find((node) => node.name === name) : undefined;
  if (!primary) throw new Error(`The nodes report ${JSON.stringify(reports)}`);
  return primary;
}

/** Reads a path of a node's Patroni REST API. */
async function readFromPatroni<Body>(node: PatroniNode | undefined, path: string): Promise<Body> {
  const signal = AbortSignal.timeout(2_000);
  const response = await fetch(`http://127.0.0.1:${node?.reached.rest}/${path}`, { signal });
  return (await response.json()) as Body;
}

function primaryIn(members: readonly Member[]): string | undefined {
  const roles = members.map(({ role }) => role).sort();
  const timelines = new Set(members.map(({ timeline }) => timeline));
  const is_healthy =
    roles.join() === 'leader,replica,sync_standby' &&
    timelines.size === 1 &&
    members.every(
      ({ state, lag = 0 }) => ['running', 'streaming'].includes(state) && Number(lag) <= LAG_BYTES_MAX,
    );
  return is_healthy ? members.find(({ role }) => role === 'leader')?.name : undefined;
}

function password(): string {
  return randomBytes(16).toString('hex');
}
