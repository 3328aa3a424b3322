import { backup } from './backup-restore.ts';
import { deliveries } from './cash-commands.ts';
import { deskSearch } from './desk-search.ts';
import { everyCommand } from './every-command.ts';
import { exportFiles } from './exports.ts';
import { growth } from './growth.ts';
import { hot } from './hot-balance.ts';
import { imports } from './import/import.ts';
import { files } from './large-files.ts';
import { live } from './live/live.ts';
import type { Part } from './part.ts';
import { reports } from './reports.ts';
import { start } from './start.ts';
import { sustained } from './sustained/sustained.ts';
import { desk } from './web/desk.ts';
import { web } from './web/web.ts';

/** The parts in the order of measurement: later ones find the rows that earlier ones added. */
export const PARTS: readonly Part[] = [
  deliveries,
  everyCommand,
  files,
  hot,
  growth,
  deskSearch,
  reports,
  exportFiles,
  backup,
  start,
  web,
  live,
  desk,
  imports,
  sustained,
];
