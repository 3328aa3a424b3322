import { register } from 'node:module';

/** For `node --import`: lets Node run files of the web that have words in them, after tsx. */
register('./node-hooks.mjs', import.meta.url);
