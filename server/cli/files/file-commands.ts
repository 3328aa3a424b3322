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
    .description(
      'prove that every file is there with its hash and size, as the record that names it says; exit code 1 where not',
    )
    .action(async ({ json }: AsJson) => {
      const found = await withInstallation(cli, 'shared', (place) => findWrongFiles(cli, place));
      printFound(cli, { json }, found, describeFile);
      const damage = filesDamage(found);
      if (damage !== null) throw new TerminalError(damage);
      if (!json) cli.print('All files are right.');
    });
  addMoveFilesCommand(files, cli);
}

/** Holds every record and every file of a place against what the database says, and tells how far it is. */
export async function findWrongFiles(
  cli: Pick<Cli, 'tell'>,
  { owner, store }: Pick<Installation, 'owner' | 'store'>,
): Promise<(RecordDifference | FileDifference)[]> {
  const database = databaseOf(owner);
  const of_records = await verifyNamedFiles(database);
  return [...of_records, ...(await verifyFiles(database, store, progressLines(cli.tell, progress)))];
}

/** Null where all are right. */
export function filesDamage(found: readonly (RecordDifference | FileDifference)[]): string | null {
  if (found.length === 0) return null;
  const stopped = found.some(({ kind }) => kind === 'stopped') ? ', and not all were looked at' : '';
  return `${found.length} files are not right${stopped}`;
}

function progress({ files, files_total, bytes }: FilesProgress): string {
  return `${files} of ${files_total} files, ${sizeText(bytes)}`;
}

/** One line for a person. */
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
