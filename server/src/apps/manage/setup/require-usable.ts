import type { Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { badField } from "../../../platform/errors.ts";
import { CLIENT_HEADERS } from "../../../platform/outbound/request-head.ts";
import type { CustomApplicationRow } from "../../catalog/application-store.ts";
import { compileDefinition } from "../../providers/compile.ts";
import { DefinitionError } from "../../providers/definition-error.ts";
import { findManifestProblems } from "../../providers/manifest/check/check-manifest.ts";
import type { Manifest } from "../../providers/manifest/schema/manifest-schema.ts";
import type { ApplicationSetupBody, SignInBody } from "./setup-schema.ts";

type SetupChange = Static<typeof ApplicationSetupBody>;

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const OWN_HEADERS = ["accept", "content-type", "cookie", ...CLIENT_HEADERS];

/** Throws 400 with a sentence for the field that a person should correct. */
export function requireUsable({ outbound }: Pick<Deps, "outbound">, change: SetupChange): void {
  const { base_url: base, sign_in: signIn } = change;
  if (base !== undefined && !base.includes("{{")) {
    requireAddress("base_url", base);
    if (/[?#]/.test(base)) throw badField("base_url", "The base URL cannot contain ? or #.");
    const problem = outbound.refusal(base.trim());
    if (problem !== undefined) throw badField("base_url", problem);
  }
  if (signIn !== undefined) requireSignIn(signIn);
  if (change.webhooks !== undefined) requireSecurity(change.webhooks);
}

function requireSecurity({ kind, header, username }: NonNullable<SetupChange["webhooks"]>): void {
  if (["hmac", "stripe", "token"].includes(kind) && header === undefined)
    throw badField("webhooks.header", "Enter the name of the header.");
  if (kind === "basic" && (username ?? "").trim() === "")
    throw badField("webhooks.username", "Enter the user name that the provider sends.");
  if (username?.includes(":")) throw badField("webhooks.username", "A user name has no colon.");
}

/** Throws 400 if a way to sign in lacks something, or has what no request can carry. */
export function requireSignIn({ kind, ...signIn }: Static<typeof SignInBody>): void {
  if (kind === "oauth2") {
    requireAddress("sign_in.authorize_url", signIn.authorize_url ?? "");
    requireAddress("sign_in.token_url", signIn.token_url ?? "");
  }
  const name = signIn.name?.trim() ?? "";
  const prefix = signIn.prefix?.trim() ?? "";
  if (kind === "query" && name === "")
    throw badField("sign_in.name", "Enter the name of the parameter that carries the key.");
  if (kind === "header") {
    if (name === "") throw badField("sign_in.name", "Enter the name of the header that carries the key.");
    if (!HEADER_NAME.test(name))
      throw badField("sign_in.name", `${name} is no name of a header: use letters, digits and hyphens.`);
    if (OWN_HEADERS.includes(name.toLowerCase()))
      throw badField("sign_in.name", `The header ${name} cannot carry a key: Junctor sets it itself.`);
    if (!/^[\x20-\x7e]*$/.test(prefix) || prefix.includes("{{"))
      throw badField(
        "sign_in.prefix",
        "What stands before the key can have letters, digits and punctuation only.",
      );
  }
}

function requireAddress(field: string, address: string): void {
  const text = address.trim();
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isWeb || text.includes("{{"))
    throw badField(field, "Enter the whole address, such as https://api.example.com.");
}

/** Throws 400 if a definition with these changes would not work; its actions are as valid as before. */
export function requireValid({
  provider,
  definition,
}: Pick<CustomApplicationRow, "provider" | "definition">): void {
  try {
    compileDefinition(provider, definition);
  } catch (error) {
    if (error instanceof DefinitionError) throw badField("sign_in", error.message);
    throw error;
  }
  // It has just been compiled.
  const manifest = { ...(definition as unknown as Manifest), actions: {}, triggers: {}, options: {} };
  const [problem] = findManifestProblems(manifest, "document");
  if (problem === undefined) return;
  const [first] = problem.path;
  const field = first === "base_url" || first === "check" ? first : "sign_in";
  throw badField(field, `${problem.path.join(".")} ${problem.message}.`);
}
