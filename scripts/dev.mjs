// `npm run dev`: a server that starts again whenever its code changes, and the dashboard from Vite, which shows changes
// of its pages at once; both at one address. Plain JavaScript, like install.mjs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.DEV_PORT || 5173);
const serverPort = process.env.PORT || "3000";
// Links that the server prints and sends lead to pages from Vite.
const address = process.env.JUNCTOR_PUBLIC_URL || `http://${host}:${port}`;

process.env.DEV_SERVER_URL = `http://${host}:${serverPort}`;
const web = await createServer({
  configFile: `${root}/web/vite.config.ts`,
  server: { host, port, strictPort: true },
});
await web.listen();
const server = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", "--max-semi-space-size=16", "server/junctor.mjs", "all"],
  { cwd: root, stdio: "inherit", env: { ...process.env, PORT: serverPort, JUNCTOR_PUBLIC_URL: address } },
);
console.log(`The dashboard: ${address}/app`);

// A terminal sends Ctrl-C to both; a signal to this process alone is passed on.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
const [code] = await once(server, "exit");
await web.close();
process.exit(code ?? 0);
