export type Viewport = { width: number; height: number };

/** Sizes in CSS px. */
export const NARROW = { width: 360, height: 740 };
export const SMALL_PHONE = { width: 320, height: 640 };
export const PHONE = { width: 390, height: 844 };
/** A phone in landscape orientation. */
export const LANDSCAPE = { width: 844, height: 390 };
/** The tablet on which handovers are signed. */
export const TABLET = { width: 768, height: 1024 };
export const DESKTOP = { width: 1280, height: 800 };
