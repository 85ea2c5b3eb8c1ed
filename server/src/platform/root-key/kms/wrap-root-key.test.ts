import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StartError } from "../../errors.ts";
import type { KeyServiceAccess } from "./key-service.ts";
import { decryptRootKey, encryptRootKey } from "./wrap-root-key.ts";
import { formatWrappedKey, parseServiceKey, parseWrappedKey, type ServiceKey } from "./wrapped-key.ts";

const ROOT_KEY = Buffer.alloc(32, 9);
const AWS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG" };

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, string>>;
}
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  vi.unstubAllEnvs();
});

/** Answers on loopback, as the documentation of a key service says. */
async function serve(answer: (asked: Asked) => Answer | Promise<Answer>): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const body = request.method === "POST" ? ((await json(request)) as Asked["body"]) : {};
    const { status = 200, headers, body: reply } = await answer({ path, headers: request.headers, body });
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(reply));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The key that never leaves the service. */
function createServiceKey() {
  const key = randomBytes(32);
  return {
    encrypt: (plaintext: Buffer): Buffer => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    /** Throws for what another key encrypted. */
    decrypt: (ciphertext: Buffer): Buffer => {
      const decipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(0, 12));
      decipher.setAuthTag(ciphertext.subarray(-16));
      return Buffer.concat([decipher.update(ciphertext.subarray(12, -16)), decipher.final()]);
    },
  };
}

const fromBase64 = (text = "") => Buffer.from(text, "base64");

/** AWS KMS: JSON 1.1 by the operation in `X-Amz-Target`, signed with Signature Version 4. */
async function serveAws(): Promise<string> {
  const key = createServiceKey();
  const base: string = await serve(async ({ headers, body }) => {
    if (!(await isSigned(base, headers, body)))
      return {
        status: 400,
        body: { __type: "InvalidSignatureException", message: "The signature does not match." },
      };
    try {
      const KeyId = body.KeyId ?? "";
      if (headers["x-amz-target"] === "TrentService.Encrypt")
        return {
          body: { KeyId, CiphertextBlob: key.encrypt(fromBase64(body.Plaintext)).toString("base64") },
        };
      return { body: { KeyId, Plaintext: key.decrypt(fromBase64(body.CiphertextBlob)).toString("base64") } };
    } catch {
      return { status: 400, body: { __type: "InvalidCiphertextException", message: "Not by this key." } };
    }
  });
  return base;
}

/** Signs the request once more, by another implementation. */
async function isSigned(base: string, headers: IncomingMessage["headers"], body: object): Promise<boolean> {
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
  const signed = names.split(";").filter((name) => name !== "host");
  const signer = new AwsV4Signer({
    ...AWS,
    url: `${base}/`,
    method: "POST",
    headers: Object.fromEntries(signed.map((name) => [name, `${headers[name]}`])),
    body: JSON.stringify(body),
    service: "kms",
    region: "eu-central-1",
    datetime: `${headers["x-amz-date"]}`,
    allHeaders: true,
  });
  return (await signer.sign()).headers.get("authorization") === headers.authorization;
}

/** Google Cloud KMS over REST, and the metadata server that gives a machine its token. */
async function serveGcp(): Promise<string> {
  const key = createServiceKey();
  return serve(({ path, headers, body }) => {
    if (path.startsWith("/computeMetadata/v1/")) {
      const metadata = { "metadata-flavor": "Google" };
      return path.includes("/token")
        ? {
            headers: metadata,
            body: { access_token: "ya29.machine", expires_in: 3600, token_type: "Bearer" },
          }
        : { headers: metadata, body: {} };
    }
    if (headers.authorization !== "Bearer ya29.machine")
      return { status: 401, body: { error: { code: 401 } } };
    const [, verb] =
      /^\/v1\/projects\/acme\/locations\/europe\/keyRings\/r\/cryptoKeys\/k:(\w+)$/.exec(path) ?? [];
    if (verb === "encrypt")
      return { body: { ciphertext: key.encrypt(fromBase64(body.plaintext)).toString("base64") } };
    if (verb === "decrypt")
      return { body: { plaintext: key.decrypt(fromBase64(body.ciphertext)).toString("base64") } };
    return { status: 404, body: { error: { code: 404, message: "Not found." } } };
  });
}

/** The transit engine of Vault, mounted at `team/transit`. */
async function serveVault(): Promise<string> {
  const key = createServiceKey();
  return serve(({ path, headers, body }) => {
    if (headers["x-vault-token"] !== "hvs.machine")
      return { status: 403, body: { errors: ["permission denied"] } };
    if (path === "/v1/team/transit/encrypt/junctor")
      return {
        body: {
          data: { ciphertext: `vault:v1:${key.encrypt(fromBase64(body.plaintext)).toString("base64")}` },
        },
      };
    if (path === "/v1/team/transit/decrypt/junctor")
      return {
        body: { data: { plaintext: key.decrypt(fromBase64(body.ciphertext?.slice(9))).toString("base64") } },
      };
    return { status: 404, body: { errors: [] } };
  });
}

const SERVICES = {
  "aws-kms": {
    name: "arn:aws:kms:eu-central-1:111122223333:alias/junctor",
    serve: serveAws,
    token: undefined,
  },
  "gcp-kms": {
    name: "projects/acme/locations/europe/keyRings/r/cryptoKeys/k",
    serve: serveGcp,
    token: undefined,
  },
  "vault-transit": { name: "team/transit/junctor", serve: serveVault, token: "hvs.machine" },
} as const;

const access = {} as Record<keyof typeof SERVICES, KeyServiceAccess>;
beforeAll(async () => {
  for (const service of ["aws-kms", "gcp-kms", "vault-transit"] as const)
    access[service] = { endpoint: await SERVICES[service].serve(), token: SERVICES[service].token };
  vi.stubEnv("AWS_ACCESS_KEY_ID", AWS.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS.secretAccessKey);
  vi.stubEnv("GCE_METADATA_HOST", new URL(access["gcp-kms"].endpoint ?? "").host);
});

test.each(["aws-kms", "gcp-kms", "vault-transit"] as const)(
  "%s wraps a root key for a setting, which has all that unwrapping takes",
  async (service) => {
    const key: ServiceKey = { service, name: SERVICES[service].name };
    const setting = formatWrappedKey(await encryptRootKey(access[service], key, ROOT_KEY));
    expect(setting).not.toContain(ROOT_KEY.toString("base64"));
    const read = parseWrappedKey(setting);
    expect(read).toMatchObject(key);
    if (!read) throw new Error("no wrapped key");
    expect(await decryptRootKey(access[service], read)).toEqual(ROOT_KEY);
  },
);

test.each([
  ["aws-kms", "InvalidCiphertextException", {}],
  ["aws-kms", "InvalidSignatureException", { AWS_SECRET_ACCESS_KEY: "another" }],
  ["vault-transit", "403 permission denied", { token: "hvs.other" }],
] as const)("%s is quoted when it refuses: %s", async (service, answer, change) => {
  for (const [name, value] of Object.entries(change)) vi.stubEnv(name, value);
  const wrapped = { service, name: SERVICES[service].name, ciphertext: randomBytes(64).toString("base64") };
  const asked = { ...access[service], ...("token" in change && { token: change.token }) };
  const problem: unknown = await decryptRootKey(asked, wrapped).catch((error) => error);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", AWS.secretAccessKey);
  expect(problem).toBeInstanceOf(StartError);
  expect(problem).toMatchObject({ message: expect.stringContaining(answer) });
});

test("a service that is not there is told in a sentence, and so is one without an address", async () => {
  const wrapped = { service: "vault-transit", name: "transit/junctor", ciphertext: "vault:v1:AAAA" } as const;
  const nobody = { endpoint: "http://127.0.0.1:9", token: "hvs.machine" };
  await expect(decryptRootKey(nobody, wrapped)).rejects.toThrow(
    "The key service vault-transit did not answer for transit/junctor",
  );
  await expect(decryptRootKey({ endpoint: undefined, token: undefined }, wrapped)).rejects.toThrow(
    "vault-transit needs JUNCTOR_KMS_ENDPOINT and JUNCTOR_KMS_TOKEN.",
  );
});

test("what a service decrypts must be a root key", async () => {
  const key = { service: "vault-transit", name: SERVICES["vault-transit"].name } as const;
  const wrapped = await encryptRootKey(access["vault-transit"], key, Buffer.alloc(16));
  await expect(decryptRootKey(access["vault-transit"], wrapped)).rejects.toThrow("it must have 32 bytes");
});

test.each([
  "",
  "aws-kms:",
  "aws-kms:alias/junctor",
  "gcp-kms:projects/acme/cryptoKeys/k",
  "vault-transit:junctor",
  "vault-transit:transit/../sys/seal?x",
  "azure:transit/junctor",
])("%j names no key of a key service", (text) => {
  expect([parseServiceKey(text), parseWrappedKey(`${text},AAAA`)]).toEqual([undefined, undefined]);
});
