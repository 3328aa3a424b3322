// The health check of a container, which has no curl: exit code 0 where the server that PORT names answers that it is alive.
const { PORT = '3000' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) });
process.exitCode = answer.ok ? 0 : 1;
