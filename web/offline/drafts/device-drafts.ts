import { thisTab } from '../../world/this-tab.ts';
import { createDrafts } from './drafts.ts';

export const deviceDrafts = createDrafts(thisTab);
