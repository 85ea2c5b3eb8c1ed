import { createSocket } from "node:dgram";
import { afterEach, expect, test } from "vitest";
import { createResolve } from "./resolve.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function answer(query: Buffer, records: Buffer[]): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(records.length > 0 ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

function record(type: number, data: number[]): Buffer {
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length, ...data]);
}

/** A name server that knows one name, and how many queries it had. */
async function startNameServer(known: string): Promise<{ server: string; queries: () => number }> {
  const socket = createSocket("udp4");
  let queries = 0;
  socket.on("message", (query, peer) => {
    queries += 1;
    const questionEnd = query.indexOf(0, 12);
    const isKnown = query.subarray(12, questionEnd).toString("latin1").includes(known);
    const type = query.readUInt16BE(questionEnd + 1);
    const records = type === 1 ? [record(1, [10, 1, 2, 3])] : [record(28, [0xfd, ...Array(14).fill(0), 7])];
    socket.send(answer(query, isKnown ? records : []), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  closers.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, queries: () => queries };
}

test("a name has the addresses of both families, with one query for concurrent callers", async () => {
  const { server, queries } = await startNameServer("known");
  const resolve = createResolve({ servers: [server] });
  const [first, second] = await Promise.all([resolve("known.example.org"), resolve("known.example.org")]);
  expect(first).toEqual([
    { address: "10.1.2.3", family: 4 },
    { address: "fd00::7", family: 6 },
  ]);
  expect(second).toBe(first);
  expect(queries()).toBe(2);
});

test("localhost is resolved by the system and never by a name server", async () => {
  const { server, queries } = await startNameServer("localhost");
  const found = await createResolve({ servers: [server] })("localhost");
  expect(found.every(({ address }) => address === "127.0.0.1" || address === "::1")).toBe(true);
  expect(queries()).toBe(0);
});

test("a name unknown to DNS is resolved by the system, two at a time", async () => {
  const { server } = await startNameServer("known");
  let active = 0;
  let most = 0;
  const two = Promise.withResolvers<void>();
  const askSystem = async (hostname: string) => {
    active += 1;
    most = Math.max(most, active);
    // The first waits for a second; a third would come in the pause.
    if (most === 2) two.resolve();
    await two.promise;
    await new Promise((resolve) => setTimeout(resolve, 10));
    active -= 1;
    if (hostname.startsWith("missing")) throw new Error("ENOTFOUND");
    return [{ address: "10.0.0.9", family: 4 }];
  };
  const resolve = createResolve({ servers: [server], askSystem });
  const names = ["a.hosts.test", "b.hosts.test", "c.hosts.test", "d.hosts.test", "single"];
  const found = await Promise.all(names.map((name) => resolve(name)));
  expect(found.flat().every(({ address }) => address === "10.0.0.9")).toBe(true);
  expect(most).toBe(2);
  await expect(resolve("missing.test")).rejects.toMatchObject({
    code: "dns",
    message: "The host name missing.test could not be resolved.",
  });
});
