// The container's health check (the image has no curl): exits with 0 if the server on PORT responds.
const { PORT = '3000' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) });
process.exitCode = response.ok ? 0 : 1;
