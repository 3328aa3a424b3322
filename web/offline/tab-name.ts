import { newId } from '../../contract/rules/ids.ts';

const KEY = 'mandoob.tab';

/** This tab's name: the same after a reload, another in another tab. */
export const TAB_NAME = tabName();

function tabName(): string {
  try {
    const name = sessionStorage.getItem(KEY) ?? newId();
    sessionStorage.setItem(KEY, name);
    return name;
  } catch {
    return newId();
  }
}
