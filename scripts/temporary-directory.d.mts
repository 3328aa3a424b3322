export function temporaryDirectory(): { TMPDIR?: string };
