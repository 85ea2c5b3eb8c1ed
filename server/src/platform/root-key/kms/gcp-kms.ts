import { GoogleAuth } from "google-auth-library";
import type { KeyService, KeyServiceAccess } from "./key-service.ts";

const SCOPE = "https://www.googleapis.com/auth/cloudkms";
const PUBLIC_ENDPOINT = "https://cloudkms.googleapis.com";
const LONGEST_MS = 10_000;

/** A symmetric key of Google Cloud KMS, by its resource name. Credentials are the application default ones. */
export async function openGcpKms(
  name: string,
  { endpoint = PUBLIC_ENDPOINT }: KeyServiceAccess,
): Promise<KeyService> {
  const client = await new GoogleAuth({ scopes: [SCOPE] }).getClient();
  const call = async (verb: "encrypt" | "decrypt", data: object) => {
    const url = `${endpoint}/v1/${name}:${verb}`;
    const { data: answer } = await client.request<{ ciphertext?: string; plaintext?: string }>({
      url,
      method: "POST",
      data,
      timeout: LONGEST_MS,
    });
    return answer;
  };
  return {
    encrypt: async (plaintext) =>
      (await call("encrypt", { plaintext: plaintext.toString("base64") })).ciphertext ?? "",
    decrypt: async (ciphertext) =>
      Buffer.from((await call("decrypt", { ciphertext })).plaintext ?? "", "base64"),
  };
}
