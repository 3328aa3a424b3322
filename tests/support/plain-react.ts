/**
 * React's development build records a task for each element, and measures each render, for the panels of the developer tools
 * where the browser offers it: a sixth of the busy time of a form's tests, by profile. Without these it does not; its warnings stay.
 */
Object.assign(console, { createTask: undefined, timeStamp: undefined });

export {};
