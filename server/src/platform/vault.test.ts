import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault, getKeyId, VaultError } from "./vault.ts";

const rootKey = Buffer.alloc(32, 1);
const vault = createVault({ key: rootKey });
const IDENTITY = "connections/6a1f0c2e9b3d4f5a6b7c8d9e/credentials";

test.each(["", "x", "pässwörd 🔑", "a".repeat(100_000)])("decrypts its own ciphertext (%#)", (secret) => {
  expect(vault.open(vault.seal(secret, IDENTITY), IDENTITY)).toBe(secret);
});

test("encrypts the same secret differently each time, and never shows it", () => {
  const [first, second] = [
    vault.seal("top-secret-value", IDENTITY),
    vault.seal("top-secret-value", IDENTITY),
  ];
  expect(first.equals(second)).toBe(false);
  expect(first.includes("top-secret-value")).toBe(false);
  // Version, key id and the wrapped data key: only the first two are the same.
  expect(first.subarray(0, 5)).toEqual(second.subarray(0, 5));
  expect(first.subarray(5, 65)).not.toEqual(second.subarray(5, 65));
});

test("rejects a ciphertext that was moved to another row, field or tenant", () => {
  const sealed = vault.seal("secret", IDENTITY);
  for (const other of ["", "connections/other/credentials", `${IDENTITY} `, "connections/6a1f/token"])
    expect(() => vault.open(sealed, other)).toThrow(VaultError);
});

test("rejects a ciphertext with any changed byte", () => {
  const sealed = vault.seal("secret", IDENTITY);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => vault.open(changed, IDENTITY), `byte ${at}`).toThrow(VaultError);
  }
});

test("rejects a data key of another record", () => {
  const [first, second] = [vault.seal("one", "rows/1"), vault.seal("two", "rows/2")];
  const mixed = Buffer.concat([first.subarray(0, 65), second.subarray(65)]);
  expect(() => vault.open(mixed, "rows/1")).toThrow(VaultError);
  expect(() => vault.open(mixed, "rows/2")).toThrow(VaultError);
});

test("rejects truncated bytes", () => {
  const sealed = vault.seal("secret", IDENTITY);
  for (let length = 0; length < sealed.length; length++)
    expect(() => vault.open(sealed.subarray(0, length), IDENTITY)).toThrow(VaultError);
});

test("reports a record encrypted with another key, by the key id in its header", () => {
  const other = createVault({ key: randomBytes(32) });
  const sealed = vault.seal("secret", IDENTITY);
  expect(() => other.open(sealed, IDENTITY)).toThrow(
    new VaultError("This record was encrypted with another key."),
  );
  expect(createVault({ key: Buffer.from(rootKey) }).open(sealed, IDENTITY)).toBe("secret");
});

test("shows neither secret nor key in errors", () => {
  const sealed = vault.seal("top-secret-value", IDENTITY);
  sealed.writeUInt8(sealed.readUInt8(80) ^ 1, 80);
  expect(() => vault.open(sealed, IDENTITY)).toThrow(/^This encrypted record was changed, moved or belongs/);
});

test.each([0, 16, 31, 33, 64])("rejects a root key of %i bytes", (length) => {
  expect(() => createVault({ key: Buffer.alloc(length) })).toThrow("The encryption key must have 32 bytes.");
});

test("a second key opens what it sealed, and seals nothing", () => {
  const next = randomBytes(32);
  const before = createVault({ key: rootKey, second: next });
  const after = createVault({ key: next, second: rootKey });
  const sealed = [before.seal("secret", IDENTITY), after.seal("secret", IDENTITY)];
  for (const one of sealed)
    expect([before.open(one, IDENTITY), after.open(one, IDENTITY)]).toEqual(["secret", "secret"]);
  expect(sealed.map((one) => one.subarray(1, 5).toString("hex"))).toEqual([
    getKeyId(rootKey),
    getKeyId(next),
  ]);
  expect(before.keyId).toBe(getKeyId(rootKey));
});

test("a rewrapped record opens with the new key alone, for the same identity, and its content is the same bytes", () => {
  const next = randomBytes(32);
  const sealed = vault.seal("secret", IDENTITY);
  const rewrapped = createVault({ key: next, second: rootKey }).rewrap(sealed, IDENTITY);
  const alone = createVault({ key: next });
  expect(alone.open(rewrapped, IDENTITY)).toBe("secret");
  expect(() => alone.open(rewrapped, "another")).toThrow(VaultError);
  expect(() => vault.open(rewrapped, IDENTITY)).toThrow("This record was encrypted with another key.");
  expect(() => alone.rewrap(sealed, IDENTITY)).toThrow(VaultError);
  expect(rewrapped.subarray(65)).toEqual(sealed.subarray(65));
});
