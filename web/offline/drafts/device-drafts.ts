import { thisTab } from '../../environment/this-tab.ts';
import { createDrafts } from './drafts.ts';

export const deviceDrafts = createDrafts(thisTab);
