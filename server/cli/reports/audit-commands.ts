import { type Command, InvalidArgumentError, Option } from 'commander';
import { AUDIT_KINDS, AUDIT_SYSTEMS, type AuditKind } from '../../../contract/rules/audit/audit-kinds.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { periodFault } from '../../../contract/rules/reports/report-period.ts';
import type { AuditQuery, AuditRow } from '../../../contract/schemas/audit.ts';
import { findStaff } from '../../identity/find-staff.ts';
import type { Tx } from '../../platform/database/database.ts';
import { listAuditEvents, readAuditEvent } from '../../reports/audit/audit-queries.ts';
import type { Cli } from '../cli.ts';
import { chosenShop, operate, type ShopOption, shopOption } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printRows } from '../terminal/print.ts';
import { readDay } from '../terminal/read-day.ts';

const LIMIT = 100;

type Listing = ShopOption &
  AsJson & {
    from?: string;
    to?: string;
    person?: string;
    kind?: AuditKind;
    about?: string;
    limit: number;
  };

export function addAuditCommands(program: Command, cli: Cli): void {
  const audit = program
    .command('audit')
    .description(
      'all changes with person, time and origin; and who viewed a proof of delivery or exported data',
    );
  audit
    .command('list', { isDefault: true })
    .addOption(shopOption())
    .option('--from <day>', "the first day, in the shop's time zone, for example 2026-11-20", readDay)
    .option('--to <day>', 'the last day, included', readDay)
    .option(
      '--person <who>',
      `the author: an e-mail address, ${AUDIT_SYSTEMS.join(', ')}, or an account of the command line`,
    )
    .addOption(new Option('--kind <kind>', 'only this kind').choices(AUDIT_KINDS))
    .option('--about <what>', "an order's number, a reference, a card machine, a name, or an id")
    .option('--limit <count>', 'the maximum number of events', readLimit, LIMIT)
    .option('--json', 'as JSON, with the values before and after; amounts in fils')
    .description('audit events, newest first')
    .action(async ({ shop, json, limit, ...asked }: Listing) => {
      const { events, details, time_zone } = await operate(cli, async (tx) => {
        const of = await chosenShop(tx, shop);
        const rows = await newestOf(tx, of, await queryOf(tx, asked), limit);
        const found = json ? await detailsOf(tx, of.shop_id, rows) : [];
        return { events: rows, details: found, time_zone: of.time_zone };
      });
      if (json) cli.print(JSON.stringify(details, null, 2));
      else
        printRows(
          cli,
          {},
          events.map((event) => readable(event, time_zone)),
          'There are no events',
        );
    });
}

/** Builds the query of the desk's endpoint. Throws `not_found`, TerminalError. */
async function queryOf(
  tx: Tx,
  { from, to, person, kind, about }: Omit<Listing, 'limit' | 'shop' | 'json'>,
): Promise<AuditQuery> {
  const fault = from !== undefined && to !== undefined ? periodFault({ from, to }) : null;
  if (fault === 'to_before_from') throw new TerminalError('--to must not be before --from');
  if (fault) throw new TerminalError('Choose a period of less than 10 years');
  return { from, to, kind, about, ...(await doerOf(tx, person)) };
}

async function doerOf(tx: Tx, person: string | undefined): Promise<Pick<AuditQuery, 'by' | 'account'>> {
  if (person === undefined) return {};
  if (person.includes('@')) return { by: (await findStaff(tx, person)).user_id };
  const system = AUDIT_SYSTEMS.find((name) => name === person);
  return system ? { by: system } : { by: 'command_line', account: person };
}

async function newestOf(
  tx: Tx,
  of: { shop_id: number; time_zone: string },
  query: AuditQuery,
  limit: number,
): Promise<AuditRow[]> {
  const events: AuditRow[] = [];
  let after: string | undefined;
  do {
    const page = await listAuditEvents(tx, of, { ...query, after });
    events.push(...page.events);
    after = page.next ?? undefined;
  } while (after !== undefined && events.length < limit);
  return events.slice(0, limit);
}

async function detailsOf(tx: Tx, shop_id: number, events: readonly AuditRow[]) {
  const details = [];
  for (const { id } of events) details.push(await readAuditEvent(tx, shop_id, id));
  return details;
}

function readable({ recorded_at, by, what, about, client_address, device }: AuditRow, time_zone: string) {
  const name = about?.name ?? (about?.count == null ? null : `${about.count} orders`);
  const who = by.kind === 'staff' || by.kind === 'command_line' ? (by.name ?? by.kind) : `the ${by.kind}`;
  return {
    when: formatDateTime(recorded_at, time_zone),
    who: by.kind === 'command_line' ? `operator ${who}` : who,
    what: what.replaceAll('_', ' '),
    about: about && [about.kind, name].filter((word) => word !== null).join(' '),
    from: [device, client_address].filter(Boolean).join(', ') || null,
  };
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 1 to 99999.');
  return Number(text);
}
