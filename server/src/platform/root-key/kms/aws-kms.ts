import { DecryptCommand, EncryptCommand, KMSClient } from "@aws-sdk/client-kms";
import type { KeyService, KeyServiceAccess } from "./key-service.ts";

const LONGEST_MS = 10_000;

/** A key of AWS KMS, by its ARN or that of an alias. Credentials come from where AWS's client finds them. */
export async function openAwsKms(arn: string, { endpoint }: KeyServiceAccess): Promise<KeyService> {
  const client = new KMSClient({
    region: arn.split(":")[3] ?? "",
    ...(endpoint !== undefined && { endpoint }),
    requestHandler: {
      requestTimeout: LONGEST_MS,
      connectionTimeout: LONGEST_MS,
      throwOnRequestTimeout: true,
    },
  });
  return {
    encrypt: async (plaintext) => {
      const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId: arn, Plaintext: plaintext }));
      return Buffer.from(CiphertextBlob ?? []).toString("base64");
    },
    decrypt: async (ciphertext) => {
      const CiphertextBlob = Buffer.from(ciphertext, "base64");
      const { Plaintext } = await client.send(new DecryptCommand({ KeyId: arn, CiphertextBlob }));
      return Buffer.from(Plaintext ?? []);
    },
  };
}
