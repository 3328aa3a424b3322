import { ensureBuilt } from './built.mjs';
import { ensureInstalled } from './install.mjs';
import { runServer } from './run-server.mjs';

ensureInstalled();
ensureBuilt();
await runServer();
