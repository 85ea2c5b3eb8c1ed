#!/usr/bin/env node
// Plain JavaScript on purpose: it must run on an old Node to be able to say that it is too old.
import { enableCompileCache } from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Junctor needs Node 22.18 or newer, but this is ${process.version}: run it by "npm start" or "npm run junctor", which bring Node 24, or install a newer Node.`,
  );
  process.exit(1);
}
enableCompileCache?.();
const { main } = await import("./src/main.ts");
await main(process.argv.slice(2));
