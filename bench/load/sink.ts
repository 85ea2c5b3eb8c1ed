// A receiver in its own process: counts what arrives by the body's `id`, and measures latency since the body's `ts`
// (milliseconds since the epoch). `GET /stats`, `POST /reset`; everything else is answered with 200. Traces count
// apart.
import { createServer } from "node:http";
import { summary } from "./summary.ts";

const TIME = /"ts"\s*:\s*"?([0-9.]+)/;
const ID = /"id"\s*:\s*"?([^",}\s]+)/;
const OK = Buffer.from('{"ok":true}');
const HEADERS = { "content-type": "application/json", "content-length": OK.length };

let latencies: number[] = [];
let seen = new Set<string>();
let hits = 0;
let traceRequests = 0;
let duplicates = 0;
let first = 0;
let last = 0;

const server = createServer((request, response) => {
  if (request.method === "GET") {
    const windowS = hits > 0 ? (last - first) / 1000 : 0;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        hits,
        unique: seen.size,
        duplicates,
        windowS,
        latency: summary(latencies),
        traceRequests,
      }),
    );
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(200, HEADERS).end(OK);
    if (request.url === "/reset") {
      latencies = [];
      seen = new Set();
      hits = duplicates = first = last = traceRequests = 0;
      return;
    }
    if (request.url === "/v1/traces") traceRequests += 1;
    else count(Buffer.concat(chunks).toString("latin1"));
  });
});

function count(body: string): void {
  const now = performance.timeOrigin + performance.now();
  hits += 1;
  first ||= now;
  last = now;
  const sentAt = TIME.exec(body)?.[1];
  if (sentAt) latencies.push(now - Number(sentAt));
  const id = ID.exec(body)?.[1];
  if (!id) return;
  if (seen.has(id)) duplicates += 1;
  seen.add(id);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
