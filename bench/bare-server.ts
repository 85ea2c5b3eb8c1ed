// The baseline of bench/api and bench/yardstick: bare Fastify that executes one prepared statement per request or
// answers JSON-RPC, without schemas or credentials.
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";

const app = Fastify({ logger: false });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

app.get("/ready", async () => "ready");

app.get("/read", async () => {
  const id = `acc-${1 + Math.floor(Math.random() * 100_000)}`;
  const { rows } = await pool.query({
    name: "s",
    text: "select id,name,environment,udf,created_at from bench_accounts where org=$1 and id=$2",
    values: ["org1", id],
  });
  return rows[0];
});

app.post<{ Body: { name: string } }>("/insert", async (request) => {
  const { rows } = await pool.query({
    name: "i",
    text: "insert into bench_events(org,name,body) values($1,$2,$3) returning id",
    values: ["org1", request.body.name, request.body],
  });
  return { id: rows[0].id };
});

app.post<{ Body: { id: number } }>("/rpc", async ({ body: { id } }) => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text: "called" }] },
}));

await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
console.log((app.server.address() as AddressInfo).port);
