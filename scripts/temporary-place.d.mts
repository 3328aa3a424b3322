export function temporaryPlace(): { TMPDIR?: string };
