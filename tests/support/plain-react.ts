/**
 * React's development build records a task for each element, and measures each render, for the panels of the developer tools
 * where the browser offers it: a fifth of what a component test costs. Without these it does not; its warnings stay.
 */
Object.assign(console, { createTask: undefined, timeStamp: undefined });

export {};
