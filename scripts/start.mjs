import { ensureBuilt } from './built.mjs';
import { ensurePortFree } from './free-port.mjs';
import { ensureInstalled } from './install.mjs';
import { runServer } from './run-server.mjs';

await ensurePortFree();
ensureInstalled();
ensureBuilt();
await runServer();
