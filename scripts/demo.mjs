import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './install.mjs';
import { runServer } from './run-server.mjs';

await runServer(() => {
  process.env.DATA_DIR ||= demoDataDirectory();
  process.env.LOG_LEVEL ||= 'warn';
  process.argv.push('--demo');
});

/**
 * Returns ./data/demo. As root in a directory that other users cannot enter, returns another one, since the
 * database, which never runs as root, could not reach its files.
 */
function demoDataDirectory() {
  const usual = join(ROOT, 'data', 'demo');
  if (process.getuid?.() !== 0 || process.env.DATABASE_URL || othersMayEnter(ROOT)) return usual;
  const instead = '/var/lib/mandoob-demo';
  console.log(`Running as root in a private directory: the demo's data is kept in ${instead}`);
  return instead;
}

function othersMayEnter(directory) {
  const open = (statSync(directory).mode & 0o001) !== 0;
  return open && (dirname(directory) === directory || othersMayEnter(dirname(directory)));
}
