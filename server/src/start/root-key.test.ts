import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { testConfig } from "../../test/test-config.ts";
import { StartError } from "../platform/errors.ts";
import { createNextKeyFile, readRootKeys, removeNextKeyFile, useNextKeyFile } from "./root-key.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function withoutKey() {
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-key-"));
  folders.push(dataDir);
  return testConfig({ encryptionKey: undefined, dataDir });
}

test("the encryption key is created once, with mode 0600, and read from then on", async () => {
  const config = withoutKey();
  const { key, second } = await readRootKeys(config);
  expect([key.length, second]).toEqual([32, undefined]);
  expect(await readRootKeys(config)).toEqual({ key });
  expect(statSync(`${config.dataDir}/encryption-key`).mode & 0o777).toBe(0o600);
  expect(readFileSync(`${config.dataDir}/encryption-key`, "utf8").trim()).toBe(key.toString("base64"));
  expect((await readRootKeys(withoutKey())).key).not.toEqual(key);
});

test.each(["", "short", "x".repeat(100)])(
  "a damaged key file (%j) is rejected and left unchanged",
  async (text) => {
    const config = withoutKey();
    writeFileSync(`${config.dataDir}/encryption-key`, text);
    const problem: unknown = await readRootKeys(config).catch((error) => error);
    expect(problem).toBeInstanceOf(StartError);
    expect(problem).toMatchObject({ message: expect.stringContaining("is damaged") });
    expect(readFileSync(`${config.dataDir}/encryption-key`, "utf8")).toBe(text);
  },
);

test("the environment's key takes precedence over the file, which is not created", async () => {
  const config = { ...withoutKey(), encryptionKey: Buffer.alloc(32, 3) };
  expect((await readRootKeys(config)).key).toEqual(Buffer.alloc(32, 3));
  expect(() => statSync(`${config.dataDir}/encryption-key`)).toThrow("ENOENT");
});

test("the next key of the data folder encrypts as soon as it is there, and the last one still decrypts", async () => {
  const config = withoutKey();
  expect(() => createNextKeyFile(config)).toThrow("start the server once before its key is rotated");
  const { key: first } = await readRootKeys(config);
  expect([createNextKeyFile(config), createNextKeyFile(config)]).toEqual([true, false]);
  expect(statSync(`${config.dataDir}/encryption-key.next`).mode & 0o777).toBe(0o600);
  const { key, second } = await readRootKeys(config);
  expect([second, key.equals(first)]).toEqual([first, false]);
  useNextKeyFile(config);
  expect(await readRootKeys(config)).toEqual({ key });
});

test("a next key that was taken back leaves the first one alone", async () => {
  const config = withoutKey();
  const before = await readRootKeys(config);
  createNextKeyFile(config);
  removeNextKeyFile(config);
  expect(await readRootKeys(config)).toEqual(before);
});

test("a second key that is the first one is refused", async () => {
  const key = Buffer.alloc(32, 3);
  const config = { ...withoutKey(), encryptionKey: key, secondEncryptionKey: Buffer.from(key) };
  await expect(readRootKeys(config)).rejects.toThrow("is the same key");
});
