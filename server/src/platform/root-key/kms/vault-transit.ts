import { StartError } from "../../errors.ts";
import type { KeyService, KeyServiceAccess } from "./key-service.ts";

const LONGEST_MS = 10_000;

interface VaultAnswer {
  readonly data?: { readonly ciphertext?: string; readonly plaintext?: string };
  readonly errors?: readonly string[];
}

/** A key of the transit engine of HashiCorp Vault or OpenBao, as `MOUNT/KEY`. */
export async function openVaultTransit(
  name: string,
  { endpoint, token }: KeyServiceAccess,
): Promise<KeyService> {
  if (endpoint === undefined || token === undefined)
    throw new StartError("vault-transit needs JUNCTOR_KMS_ENDPOINT and JUNCTOR_KMS_TOKEN.");
  const slash = name.lastIndexOf("/");
  const [mount, key] = [name.slice(0, slash), name.slice(slash + 1)];
  const call = async (verb: "encrypt" | "decrypt", data: object) => {
    const response = await fetch(`${endpoint}/v1/${mount}/${verb}/${key}`, {
      method: "POST",
      headers: { "x-vault-token": token, "content-type": "application/json" },
      body: JSON.stringify(data),
      redirect: "error",
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    const answer: VaultAnswer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(`${response.status} ${answer.errors?.join(", ") ?? ""}`.trim());
    return answer.data ?? {};
  };
  return {
    encrypt: async (plaintext) =>
      (await call("encrypt", { plaintext: plaintext.toString("base64") })).ciphertext ?? "",
    decrypt: async (ciphertext) =>
      Buffer.from((await call("decrypt", { ciphertext })).plaintext ?? "", "base64"),
  };
}
