import { build } from './built.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
build();
