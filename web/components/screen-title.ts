import { createContext } from 'react';

/** The title of the screen that is open, from the screen table. */
export const ScreenTitle = createContext('');
