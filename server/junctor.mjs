#!/usr/bin/env node
// Plain JavaScript on purpose: it must run on an old Node to be able to say that it is too old.
import module from "node:module";
import v8 from "node:v8";

// 24 runs TypeScript as it is, and has the per-thread CPU time by which the sandbox stops scripts.
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `Junctor needs Node 24 or newer, but this is ${process.version}: run it by "npm start" or "npm run junctor", which bring Node 24 (if you just did, delete node_modules and try again), or install a newer Node.`,
  );
  process.exit(1);
}
// V8 would let garbage grow to several times of what is in use before it looks: large results would fill a small machine.
v8.setFlagsFromString("--heap-growing-percent=50");
// Freeing compiled WebAssembly beside threads that compile some is where V8 crashes (nodejs/node#64500); it costs no memory here.
v8.setFlagsFromString("--no-wasm-code-gc");
module.enableCompileCache?.();
const { main } = await import("./src/main.ts");
await main(process.argv.slice(2));
