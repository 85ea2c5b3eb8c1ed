// Loaded into a server before it starts (`--import`): appends the duration of each commit of a run to the file
// COMMITS_FILE, in milliseconds, one per line. Plain JavaScript: at that moment the compile cache is not enabled yet, so
// TypeScript would have to be compiled, and what compiles it would count as the server's memory.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

const file = process.env.COMMITS_FILE;
let noted = "";
subscribe("junctor:run-committed", ({ ms }) => {
  noted += `${ms.toFixed(1)}\n`;
});
setInterval(() => {
  if (file && noted) appendFileSync(file, noted);
  noted = "";
}, 100).unref();
