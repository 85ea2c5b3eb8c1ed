import type { ManifestProblem } from "../schema/manifest-error.ts";
import type { ManifestVerify } from "../schema/trigger-schema.ts";
import { findTemplateProblems, type ManifestPath, type TemplateRoots } from "./check-template.ts";

const KINDS = ["hmac", "token", "ed25519", "ecdsa", "basic", "standard_webhooks", "address"] as const;
const SIGNED: TemplateRoots = {
  raw: "any",
  headers: "any",
  query: "any",
  url: "any",
  method: "any",
  parts: "any",
  sorted_form: "any",
};

/** Finds what is wrong with how deliveries are verified. */
export function findVerifyProblems(
  path: ManifestPath,
  verify: ManifestVerify,
  known: TemplateRoots,
): ManifestProblem[] {
  const given = KINDS.filter((kind) => verify[kind] !== undefined);
  if (given.length !== 1) return [{ path, message: `needs exactly one of ${KINDS.join(", ")}` }];
  const secrets = listSecretRoots(known);
  const { hmac, token, basic, standard_webhooks: standard } = verify;
  const problems: ManifestProblem[] = [];
  if (hmac !== undefined) {
    problems.push(...checkSecret([...path, "hmac", "key"], hmac.key, secrets));
    problems.push(...checkSigned([...path, "hmac", "signed"], hmac.signed));
  }
  if (token !== undefined) {
    const places = (["header", "query", "body"] as const).filter((place) => token[place] !== undefined);
    if (places.length !== 1) {
      problems.push({ path: [...path, "token"], message: "needs exactly one of header, query, body" });
    }
    problems.push(...checkSecret([...path, "token", "equals"], token.equals, secrets));
  }
  if (basic !== undefined) {
    problems.push(...findTemplateProblems([...path, "basic", "username"], basic.username, secrets));
    problems.push(...checkSecret([...path, "basic", "password"], basic.password, secrets));
  }
  if (standard !== undefined)
    problems.push(...checkSecret([...path, "standard_webhooks", "key"], standard.key, secrets));
  for (const kind of ["ed25519", "ecdsa"] as const) {
    const source = verify[kind];
    if (source === undefined) continue;
    problems.push(...checkSecret([...path, kind, "public_key"], source.public_key, secrets));
    problems.push(...checkSigned([...path, kind, "signed"], source.signed));
  }
  return problems;
}

/** What proofs and computed replies may take their keys from. */
export function listSecretRoots({ credentials = "any", settings = [] }: TemplateRoots): TemplateRoots {
  return {
    hook: ["secret", "entered_secret"],
    credentials,
    settings,
    state: "any",
    application: ["webhook_secret"],
  };
}

/** A constant that anybody can read in the manifest proves nothing. */
function checkSecret(path: ManifestPath, text: string, known: TemplateRoots): ManifestProblem[] {
  if (!text.includes("{{")) return [{ path, message: `must refer to ${Object.keys(known).join(", ")}` }];
  return findTemplateProblems(path, text, known);
}

function checkSigned(path: ManifestPath, text: string | undefined): ManifestProblem[] {
  if (text === undefined) return [];
  if (!/\{\{\s*(raw|sorted_form)\s*\}\}/.test(text)) {
    return [
      { path, message: "must contain {{ raw }}: a signature that leaves out the body does not protect it" },
    ];
  }
  return findTemplateProblems(path, text, SIGNED);
}
