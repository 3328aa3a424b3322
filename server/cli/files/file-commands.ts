import type { Command } from 'commander';
import { type FileDifference, type FilesProgress, verifyFiles } from '../../files/verify-files.ts';
import { type RecordDifference, verifyNamedFiles } from '../../files/verify-named-files.ts';
import { databaseOf } from '../../platform/database/database.ts';
import type { Cli } from '../cli.ts';
import { type Installation, withInstallation } from '../open-installation.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printFound, progressLines, sizeText } from '../terminal/print.ts';
import { addMoveFilesCommand } from './move-files-command.ts';

export function addFileCommands(program: Command, cli: Cli): void {
  const files = program.command('files').description('photos and documents');

  files
    .command('verify')
    .option('--json', 'as JSON')
    .description('verify that every file exists with the hash and size in its record; exit code 1 if not')
    .action(async ({ json }: AsJson) => {
      const found = await withInstallation(cli, 'shared', (place) => findFaultyFiles(cli, place));
      printFound(cli, { json }, found, describeFile);
      const damage = filesDamage(found);
      if (damage !== null) throw new TerminalError(damage);
      if (!json) cli.print('All files are intact.');
    });
  addMoveFilesCommand(files, cli);
}

/** Compares all records and files with the database, and prints its progress. */
export async function findFaultyFiles(
  cli: Pick<Cli, 'report'>,
  { owner, store }: Pick<Installation, 'owner' | 'store'>,
): Promise<(RecordDifference | FileDifference)[]> {
  const database = databaseOf(owner);
  const of_records = await verifyNamedFiles(database);
  return [...of_records, ...(await verifyFiles(database, store, progressLines(cli.report, progress)))];
}

/** Returns null if there are no differences. */
export function filesDamage(found: readonly (RecordDifference | FileDifference)[]): string | null {
  if (found.length === 0) return null;
  const stopped = found.some(({ kind }) => kind === 'stopped') ? ', and not all files were checked' : '';
  return `File problems found: ${found.length}${stopped}`;
}

function progress({ files, files_total, bytes }: FilesProgress): string {
  return `${files} of ${files_total} files, ${sizeText(bytes)}`;
}

/** Formats a difference as one line of text. */
export function describeFile(difference: RecordDifference | FileDifference): string {
  return 'record' in difference ? describeNamed(difference) : describeContent(difference);
}

function describeNamed({ shop_id, record, role, file_id, text }: RecordDifference): string {
  const whose = record === null ? '' : `${role} of ${record} `;
  return `shop ${shop_id}, ${whose}(file ${file_id}): ${text}`;
}

function describeContent(difference: FileDifference): string {
  const { shop_id, bucket, path, file_id, text, bytes, found_bytes } = difference;
  const sizes = found_bytes === null || found_bytes === bytes ? '' : `: ${bytes} bytes, found ${found_bytes}`;
  return `shop ${shop_id}, ${bucket}/${path} (file ${file_id}): ${text}${sizes}`;
}
