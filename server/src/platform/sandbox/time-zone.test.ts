import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = new URL("./sandbox.ts", import.meta.url).href;
const CODE = `return [
  new Date(2026, 0, 1).toISOString(),
  new Date(2026, 6, 1, 12).toISOString(),
  Date.parse("2026-01-01T00:00:00"),
  new Date(0).getTimezoneOffset(),
  new Date(0).getHours(),
  String(new Date(0)),
]`;
const PROGRAM = `
  import { createSandbox } from ${JSON.stringify(MODULE)};
  const sandbox = createSandbox({ workers: 1 });
  const { value } = await sandbox.run({ code: ${JSON.stringify(CODE)}, globals: {} });
  console.log(JSON.stringify([value, new Date(0).getTimezoneOffset()]));
  await sandbox.close();
`;

// A process has one time zone, so each needs its own.
test.each([
  ["America/New_York", 300],
  ["Asia/Kolkata", -330],
])("code sees UTC on a host in %s", async (TZ, offset) => {
  const args = ["--no-warnings", "--input-type=module", "--eval", PROGRAM];
  const env = { ...process.env, TZ };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toEqual([
    [
      "2026-01-01T00:00:00.000Z",
      "2026-07-01T12:00:00.000Z",
      1_767_225_600_000,
      0,
      0,
      "Thu Jan 01 1970 00:00:00 GMT+0000",
    ],
    offset,
  ]);
});
