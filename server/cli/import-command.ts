import { open as openFile, stat } from 'node:fs/promises';
import { type Command, CommanderError } from 'commander';
import { describeFinding, type ImportFinding } from '../orders/import-finding.ts';
import { type ImportSummary, importOrders } from '../orders/import-orders.ts';
import { errorText } from '../platform/error-text.ts';
import { readExport } from '../shopify/export/read-export.ts';
import { chosenShop } from './chosen-shop.ts';
import { type OpenDatabase, shopId, withDatabase } from './operate.ts';
import { operatorOf } from './operator.ts';
import { print, printResult } from './print.ts';
import { stop } from './stop.ts';
import { oneLine } from './visible-text.ts';

/** Files shorter than this are imported before anybody could wonder, in rows. */
const PROGRESS_ROWS = 5_000;

const SAID: Record<ImportFinding['kind'], string> = {
  bad: 'not imported',
  left_out: 'left out',
  different: 'left as it is',
  updated: 'updated',
};

const HOW_TO_UPDATE = 'To change the open ones to what the file says, import it once more with --update';

type Options = { shop?: number; update?: boolean; json?: boolean };

export function addImportCommand(orders: Command, open: OpenDatabase): void {
  orders
    .command('import')
    .argument('<file>', "Shopify's orders export, a CSV file")
    .option('--shop <id>', 'the shop; may be left out where there is only one', shopId)
    .option('--update', 'make open orders that are there with other contents what the file says')
    .option('--json', 'as JSON')
    .description('import orders; importing a file again changes nothing')
    .addHelpText(
      'after',
      '\nBad rows are named by line and column, and nothing of their order is written; all other orders are.\n' +
        'An order that is there with other contents is named with what differs. With --update it becomes what the file says while\n' +
        'it is open; an amount that was due before is kept, since the driver may be asking for it.\n' +
        'Exit codes: 0 all good, 1 some rows were bad, 2 the file could not be read, or not to its end.',
    )
    .action(async (path: string, { shop, update, json }: Options, command: Command) => {
      const file = await openExport(command, path);
      const findings: ImportFinding[] = [];
      const say = (finding: ImportFinding) =>
        print(command, `${SAID[finding.kind]}: ${oneLine(describeFinding(finding))}`);
      try {
        const summary = await withDatabase(command, open, async (owner) => {
          const { shop_id } = await chosenShop(owner, shop);
          return importOrders(owner, operatorOf(shop_id), readExport(file.createReadStream()), {
            update,
            on_finding: json ? (finding) => findings.push(finding) : say,
            on_progress: progress(command),
          });
        });
        printResult(command, { json }, { ...summary, findings }, sentence(summary));
        const { bad, different, unreadable } = summary;
        if (different > 0 && !update && !json) print(command, HOW_TO_UPDATE);
        if (unreadable !== null) command.error(`error: ${unreadable}`, { exitCode: 2 });
        if (bad > 0) throw new CommanderError(1, 'mandoob.badRows', `${bad} bad orders`);
      } finally {
        await file.close().catch(() => undefined);
      }
    });
}

async function openExport(command: Command, path: string) {
  try {
    if ((await stat(path)).isDirectory()) throw new Error('it is a directory');
    return await openFile(path);
  } catch (error) {
    const reason = errorText(error);
    return command.error(`error: ${path} cannot be read: ${reason}`, { exitCode: 2 });
  }
}

function progress(command: Command): (rows: number) => void {
  let next = PROGRESS_ROWS;
  return (rows) => {
    stop.throwIfAborted();
    if (rows < next) return;
    next = rows + PROGRESS_ROWS;
    command.configureOutput().writeErr?.(`${rows} rows read\n`);
  };
}

function sentence({ rows, imported, unchanged, updated, different, left_out, bad }: ImportSummary): string {
  const parts = [
    `${imported} imported`,
    `${unchanged} already there`,
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(different > 0 ? [`${different} already there with other contents`] : []),
    ...(left_out > 0 ? [`${left_out} left out`] : []),
    `${bad} bad`,
  ];
  return `Orders: ${parts.join(', ')} (${rows} rows)`;
}
