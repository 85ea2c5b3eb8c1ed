import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript" };

/** Serves a built application and the token that its page asks for, as the company's own server does. */
export async function servePages(folder: string, token: () => Promise<string>) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/junctor-token") {
      response.end(await token());
      return;
    }
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    try {
      const content = readFileSync(file);
      response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream").end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The pages have no port.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
