import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { testConfig } from "../../test/test-config.ts";
import { StartError } from "../platform/errors.ts";
import { readRootKey } from "./root-key.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function withoutKey() {
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-key-"));
  folders.push(dataDir);
  return testConfig({ encryptionKey: undefined, dataDir });
}

test("the encryption key is created once, with mode 0600, and read from then on", () => {
  const config = withoutKey();
  const key = readRootKey(config);
  expect(key).toHaveLength(32);
  expect(readRootKey(config)).toEqual(key);
  expect(statSync(`${config.dataDir}/encryption-key`).mode & 0o777).toBe(0o600);
  expect(readFileSync(`${config.dataDir}/encryption-key`, "utf8").trim()).toBe(key.toString("base64"));
  expect(readRootKey(withoutKey())).not.toEqual(key);
});

test.each(["", "short", "x".repeat(100)])(
  "a damaged key file (%j) is rejected and left unchanged",
  (text) => {
    const config = withoutKey();
    writeFileSync(`${config.dataDir}/encryption-key`, text);
    expect(() => readRootKey(config)).toThrow(StartError);
    expect(() => readRootKey(config)).toThrow("is damaged");
    expect(readFileSync(`${config.dataDir}/encryption-key`, "utf8")).toBe(text);
  },
);

test("the environment's key takes precedence over the file, which is not created", () => {
  const config = { ...withoutKey(), encryptionKey: Buffer.alloc(32, 3) };
  expect(readRootKey(config)).toEqual(Buffer.alloc(32, 3));
  expect(() => statSync(`${config.dataDir}/encryption-key`)).toThrow("ENOENT");
});
