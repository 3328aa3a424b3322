import { type Command, CommanderError, Option } from 'commander';
import { ENCODINGS, type Encoding } from '../../../contract/rules/encodings/encodings.ts';
import { describeFinding, type ImportFinding } from '../../orders/import/import-finding.ts';
import { type ImportSummary, importOrders } from '../../orders/import/import-orders.ts';
import { readShopReading } from '../../orders/incoming/shop-reading.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { readExport } from '../../shopify/export/read-export.ts';
import type { Cli } from '../cli.ts';
import { chosenShop, operatorOf, type ShopOption, shopOption, withDatabase } from '../operate.ts';
import { stop, TerminalError } from '../terminal/ending.ts';
import { type AsJson, oneLine, printResult } from '../terminal/print.ts';
import { ENCODING_HELP, exportEncoding } from './export-encoding.ts';
import { openExport } from './export-file.ts';

/** The number of rows between two lines of progress. */
const PROGRESS_ROWS = 5_000;

const FINDING_LABELS: Record<ImportFinding['kind'], string> = {
  bad: 'not imported',
  left_out: 'skipped',
  different: 'not updated',
  updated: 'updated',
};

const HOW_TO_UPDATE = 'To update open orders from the file, import it again with --update';

type Options = ShopOption & AsJson & { update?: boolean; encoding?: Encoding };

export function addImportCommand(orders: Command, cli: Cli): void {
  orders
    .command('import')
    .argument('<file>', "Shopify's orders export, a CSV file")
    .addOption(shopOption())
    .option('--update', 'update open orders that differ from the file')
    .addOption(
      new Option('--encoding <name>', 'read the file in this encoding instead of the detected one').choices(
        ENCODINGS,
      ),
    )
    .option('--json', 'as JSON')
    .description('import orders; importing a file again changes nothing')
    .addHelpText(
      'after',
      '\nRows with errors are listed by line and column; their orders are not imported, all other orders are.\n' +
        'Existing orders that differ from the file are listed with the differences. With --update they are updated from the\n' +
        'file while they are open. An earlier amount due stays acceptable, since the driver may be collecting it.\n' +
        `${ENCODING_HELP}\n` +
        'Exit codes: 0 success, 1 some rows have errors, 2 the file could not be read completely.',
    )
    .action(async (path: string, { shop, update, encoding, json }: Options) => {
      const file = await openExport(path);
      const findings: ImportFinding[] = [];
      const printFinding = (finding: ImportFinding) =>
        cli.print(`${FINDING_LABELS[finding.kind]}: ${oneLine(describeFinding(finding))}`);
      try {
        const { name, by, notice } = await exportEncoding(file, encoding);
        if (notice !== null && !json) cli.print(notice);
        const summary = await withDatabase(cli, async (owner) => {
          const { shop_id } = await chosenShop(owner, shop);
          const reading = await inTransaction(owner, (tx) => readShopReading(tx, shop_id));
          return importOrders(owner, operatorOf(shop_id), readExport(file.read(), reading, name), {
            update,
            on_finding: json ? (finding) => findings.push(finding) : printFinding,
            on_progress: progress(cli),
          });
        });
        printResult(
          cli,
          { json },
          { ...summary, encoding: name, encoding_by: by, findings },
          sentence(summary),
        );
        const { bad, different, unreadable } = summary;
        if (different > 0 && !update && !json) cli.print(HOW_TO_UPDATE);
        if (unreadable !== null) throw new TerminalError(unreadable, 2);
        if (bad > 0) throw new CommanderError(1, 'mandoob.badRows', `${bad} orders with errors`);
      } finally {
        await file.close();
      }
    });
}

function progress({ report: tell }: Cli): (rows: number) => void {
  let next = PROGRESS_ROWS;
  return (rows) => {
    stop.throwIfAborted();
    if (rows < next) return;
    next = rows + PROGRESS_ROWS;
    tell(`${rows} rows read`);
  };
}

function sentence({ rows, imported, unchanged, updated, different, left_out, bad }: ImportSummary): string {
  const parts = [
    `${imported} imported`,
    `${unchanged} already imported`,
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(different > 0 ? [`${different} already imported with other contents`] : []),
    ...(left_out > 0 ? [`${left_out} skipped`] : []),
    `${bad} with errors`,
  ];
  return `Orders: ${parts.join(', ')} (${rows} rows)`;
}
