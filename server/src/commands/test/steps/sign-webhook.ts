import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { buildStandardHeaders, getSecretSigningKey } from "../../../webhooks/deliver/sign.ts";
import type { WebhookSignature } from "../../../workflows/definition/webhook-trigger.ts";
import type { GivenWorkflow, RunningTest } from "./running-test.ts";

const SECRET = "/api/v2/public/workflow/{id}/webhook-secret";

/** The headers by which a webhook proves its origin, with a new secret of the workflow; none if it need not. */
export async function signWebhook(
  run: RunningTest,
  { id, signature }: GivenWorkflow,
  body: string,
): Promise<Record<string, string>> {
  const { kind = "none", header = "", prefix = "", encoding, timestamp_header: timestamp } = signature ?? {};
  const saveSecret = async (given?: string) => {
    const sent = { path: { id }, body: given === undefined ? {} : { secret: given } };
    return (await run.target.send("put", SECRET, sent)).secret;
  };
  const now = run.bench.clock.now();
  switch (kind) {
    case "none":
      return {};
    case "token":
      return { [header]: `${prefix}${await saveSecret()}` };
    case "hmac-sha256": {
      const hmac = createHmac("sha256", await saveSecret()).update(body);
      return { [header]: `${prefix}${hmac.digest(encoding ?? "hex")}` };
    }
    case "standard-webhooks":
      return buildStandardHeaders({ id: randomUUID(), at: now, body }, [
        getSecretSigningKey(await saveSecret()),
      ]);
    default: {
      const { publicKey, privateKey } = createKeys(kind);
      await saveSecret(publicKey);
      const time = String(Math.floor(now.getTime() / 1000));
      const signed = Buffer.from(`${timestamp === undefined ? "" : time}${body}`);
      const proof = sign(kind === "ed25519" ? null : "sha256", signed, privateKey);
      return {
        [header]: `${prefix}${proof.toString(encoding ?? (kind === "ed25519" ? "hex" : "base64"))}`,
        ...(timestamp !== undefined && { [timestamp]: time }),
      };
    }
  }
}

function createKeys(kind: Extract<WebhookSignature["kind"], "ed25519" | "ecdsa-p256">): {
  publicKey: string;
  privateKey: KeyObject;
} {
  const { publicKey, privateKey } =
    kind === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"), privateKey };
}
