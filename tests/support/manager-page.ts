import type { CollectCash } from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { Deposit } from '../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import type { OutstandingCashRow } from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import type { RecordDeposit } from '../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { queryClient } from '../../web/api/query-client.ts';
import { startOffline } from '../../web/commands/this-device.ts';
import { sessionStore } from '../../web/session/device-session.ts';
import { installServerDouble, json, type ReceivedRequest, type ServerDouble } from './server-double.ts';

export type ManagerServer = ServerDouble & {
  manager: Profile;
  /** The holders of cash. */
  rows: OutstandingCashRow[];
  /** The deposits, newest first. */
  deposits: Deposit[];
  own_cash: { cash_on_hand_fils: number | null; waiting_fils: number };
  /** The usual amount of a collection and of a deposit, in fils. */
  usual_fils: number | null;
  /** Returns the commands sent to an endpoint, whatever their outcome. */
  sent<Body>(path: string): { key: string | null; body: Body }[];
};

const PAGE = 50;

/** A server with a shop and a signed-in manager, new each time so that no stored data remains. */
export async function managerServer(): Promise<ManagerServer> {
  startOffline();
  const user = { id: newId(), email: 'manager@demo.mandoob.example' };
  const double = installServerDouble();
  const server: ManagerServer = Object.assign(double, {
    manager: {
      id: user.id,
      full_name: 'Omar Farouk',
      role: 'Manager',
      shop_id: 1,
      shop: { id: 1, name: 'Corner Shop', time_zone: 'Asia/Dubai' },
      driver: null,
      must_change_password: false,
    },
    rows: [],
    deposits: [],
    own_cash: { cash_on_hand_fils: 30_000, waiting_fils: 0 },
    usual_fils: null,
    sent: <Body>(path: string) =>
      double.asked
        .filter((asked) => asked.method === 'POST' && asked.path === path)
        .map(({ key, body }) => ({ key, body: body as Body })),
  });
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  server.answers.set('POST /auth/v1/token?grant_type=password', () =>
    json({ access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at, user }),
  );
  server.answers.set('GET /api/profile', () => json(server.manager));
  server.answers.set('GET /api/cash/outstanding', () => {
    const total_fils = server.rows.reduce((sum, row) => sum + row.cash_on_hand_fils + row.waiting_fils, 0);
    return json({ rows: server.rows, total_fils, unsent_only: [], usual_fils: server.usual_fils });
  });
  server.answers.set('GET /api/deposits', () => depositsFrom(server, 0));
  for (let from = PAGE; from < 200; from += PAGE) {
    server.answers.set(`GET /api/deposits?before=${depositId(from)}`, () => depositsFrom(server, from));
  }
  server.record = (asked) => (asked.path === '/api/deposits' ? recorded(asked) : collected(server, asked));
  queryClient.clear();
  await sessionStore.signIn(user.email, 'mandoob-demo');
  return server;
}

/** Returns the id of the deposit at this position of the list, counted from 1. */
export function depositId(place: number): string {
  return `01975a00-0000-7000-8000-${String(place).padStart(12, '0')}`;
}

function depositsFrom({ deposits, own_cash, usual_fils }: ManagerServer, from: number): Response {
  const page = deposits.slice(from, from + PAGE);
  const next_before = deposits.length > from + PAGE ? (page.at(-1)?.id ?? null) : null;
  return json({ deposits: page, next_before, own_cash, usual_fils });
}

function collected(server: ManagerServer, { body }: ReceivedRequest) {
  const { staff_user_id, amount_fils, handover_reference } = body as CollectCash;
  const row = server.rows.find(({ user_id }) => user_id === staff_user_id);
  server.rows = server.rows.filter(({ user_id }) => user_id !== staff_user_id);
  return {
    id: newId(),
    handover_reference,
    staff_user_id,
    full_name: row?.full_name ?? '',
    amount_fils,
    staff_total_fils: 0,
    manager_total_fils: amount_fils,
    completed_at: new Date().toISOString(),
  };
}

function recorded({ body }: ReceivedRequest) {
  const { reference, amount_fils } = body as RecordDeposit;
  const cash = { success: true, error: null, new_total_fils: 0, amount_fils };
  return { id: newId(), reference, amount_fils, cash, created_at: new Date().toISOString() };
}
