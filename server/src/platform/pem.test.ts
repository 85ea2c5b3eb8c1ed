import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { normalizePem } from "./pem.ts";

const { privateKey } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const PEM = privateKey.trim();

test.each([
  ["as it is", PEM],
  ["with the line breaks of a form", PEM.replaceAll("\n", "\r\n")],
  ["as a key file of JSON has it", JSON.stringify(`${PEM}\n`)],
  ["the same without its quotes", `${PEM}\n`.replaceAll("\n", "\\n")],
  ["with spaces where an input of one line dropped the breaks", PEM.replaceAll("\n", " ")],
])("a key in PEM keeps or regains its line breaks: %s", (_how, given) => {
  expect(normalizePem(given)).toBe(PEM);
  expect(createPrivateKey(normalizePem(given)).asymmetricKeyType).toBe("ec");
});

test("other text stays unchanged", () => {
  expect(normalizePem("some key")).toBe("some key");
});
