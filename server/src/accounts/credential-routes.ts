import { Type } from "typebox";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { badField, badRequest } from "../platform/errors.ts";
import { Record } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { removeCredential, setCredential } from "./credential-store.ts";

const LONGEST_KEY = 255;
const LONGEST_VALUE = 64 * 1024;
const URL = "/api/v2/public/linked-account/default-app/auth-credentials/:key";
const ByKey = Type.Object({ key: Type.String({ description: "Name of the credential." }) });
const replyFields = { success: Type.Boolean(), message: Type.String() };

const operation = defineOperations<Deps>("Linked accounts");

/**
 * An account's credentials for the organization's own application: written and removed, never read
 * (platform-surface 1.2).
 */
export const ACCOUNT_CREDENTIAL_OPERATIONS = [
  operation({
    id: "putAccountCredential",
    method: "put",
    path: URL,
    least: "developer",
    credentials: "account",
    summary: "Set an account credential",
    description:
      "Stores one of the credentials that your own application needs for this linked account, in `your_app.auth_credentials`. It is encrypted and never returned. The value is any JSON of at most 64 KB. See [Use credentials that you store per account](/guides/applications#use-credentials-that-you-store-per-account).",
    schema: {
      params: ByKey,
      body: Type.Object({
        value: Type.Unsafe<Json>({ description: "Any JSON. It is encrypted and never returned." }),
      }),
      response: {
        200: Record("CredentialChange", { ...replyFields, action: Type.Enum(["added", "updated"]) }),
      },
    },
    run: async (deps, request) => {
      const { key } = request.params;
      const { value } = request.body;
      if (key.length > LONGEST_KEY || key === "__proto__")
        throw badRequest(`The name of a credential must have at most ${LONGEST_KEY} characters.`);
      if (JSON.stringify(value).length > LONGEST_VALUE)
        throw badField("value", `value must have at most ${LONGEST_VALUE} characters as JSON.`);
      const action = await setCredential(deps, getAccountScope(request), key, value);
      return { success: true, message: `The credential was ${action}.`, action };
    },
  }),
  operation({
    id: "deleteAccountCredential",
    method: "delete",
    path: URL,
    least: "developer",
    credentials: "account",
    summary: "Delete an account credential",
    description:
      "Removes one of the linked account's credentials for your own application. Actions that need it then fail. Returns 404 if the credential does not exist.",
    schema: { params: ByKey, response: { 200: Record("CredentialRemoval", replyFields) } },
    run: async (deps, request) => {
      await removeCredential(deps, getAccountScope(request), request.params.key);
      return { success: true, message: "The credential was removed." };
    },
  }),
];
