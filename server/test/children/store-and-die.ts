// Stores an object and dies before a file refers to it: `node store-and-die.ts <folder of files>`, with the variables of
// the database. Prints the object's id before it dies.
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { readConfig } from "../../src/config.ts";
import { buildDeps } from "../../src/start/build-deps.ts";

const MIB = 2 ** 20;
const deps = await buildDeps(readConfig(), { queueNames: [], works: false });
const writer = deps.objectStore.createWriter(10 * MIB);
await writer.write(randomBytes(2 * MIB));
const content = await writer.end();
writeSync(1, Buffer.isBuffer(content) ? "in the row" : content.id);
process.kill(process.pid, "SIGKILL");
