import { randomBytes } from 'node:crypto';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import type { Cleanup } from '../cleanup.ts';
import { eventually } from '../eventually.ts';
import { startEtcd } from './etcd.ts';
import { startPrimaryProxy } from './haproxy.ts';
import { type PatroniNode, startPatroniNode } from './patroni-node.ts';

const NODES = ['north', 'east', 'south'] as const;
const HEALTHY_MS_MAX = 120_000;
/** Patroni compares what nodes have told at different moments. */
const LAG_BYTES_MAX = 1_048_576;

/** A node as Patroni's `GET /cluster` tells of it. */
type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/**
 * PostgreSQL on three nodes under Patroni with etcd, from nothing below `directory`, and HAProxy before them; answers once all three are healthy.
 * `bin`: where PostgreSQL's programs are.
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
    /** By way of HAProxy, as the superuser. */
    superuser_url: urlOf(proxy.port),
    /** As somebody on the node's own side of whatever is cut. */
    superuserUrlOf: (node: PatroniNode) => urlOf(node.own_postgres_port),
    /** How long a primary may be silent before it has lost its place. */
    ttlSeconds: async () => (await told<{ ttl: number }>(nodes[0], 'config')).ttl,
    /** Waits until all nodes are at work and up to date, and answers the primary. */
    healthy: () =>
      eventually('three healthy nodes, one of them a synchronous standby', HEALTHY_MS_MAX, () =>
        healthyPrimary(nodes),
      ).catch(async (error: unknown) => {
        const said = await Promise.all(nodes.map((node) => node.patroni.said()));
        throw new Error(`the cluster is not healthy:\n${said.join('\n\n')}`, { cause: error });
      }),
  };
  await cluster.healthy();
  return cluster;
}

/** The primary, which one node follows synchronously and another too, all on one timeline. Throws what they tell where it is not so. */
async function healthyPrimary(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  const tellings = await Promise.all(nodes.map((node) => told<{ members: Member[] }>(node, 'cluster')));
  const primaries = new Set(tellings.map(({ members }) => primaryIn(members)));
  const [name] = primaries;
  const primary = primaries.size === 1 ? nodes.find((node) => node.name === name) : undefined;
  if (!primary) throw new Error(`they tell ${JSON.stringify(tellings)}`);
  return primary;
}

/** What Patroni of a node says at one of its addresses. */
async function told<Answer>(node: PatroniNode | undefined, path: string): Promise<Answer> {
  const signal = AbortSignal.timeout(2_000);
  const answer = await fetch(`http://127.0.0.1:${node?.reached.rest}/${path}`, { signal });
  return (await answer.json()) as Answer;
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
