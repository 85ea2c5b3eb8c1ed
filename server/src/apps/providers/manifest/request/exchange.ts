import { createHash, randomUUID } from "node:crypto";
import { FileError, isFileResponse, isText, toFile } from "../../../../files/file-value.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { redact } from "../../../../platform/redact/redact-known.ts";
import {
  type BareCall,
  type ConnectorCall,
  ConnectorError,
  type Credential,
  type HttpRequest,
  type HttpResponse,
} from "../../../connector.ts";
import { CONNECTOR_CODES } from "../../outbound-meaning.ts";
import type { ManifestApply } from "../schema/auth-schema.ts";
import type { Manifest } from "../schema/manifest-schema.ts";
import type { ManifestRequest } from "../schema/schema-parts.ts";
import { listSettingChoices } from "../setting-choices.ts";
import { type AnswerReader, compileAnswerReader } from "./answer.ts";
import { type CredentialApplier, compileAlternatives, compileCredentialApplier } from "./apply.ts";
import { compileRequest, type RequestBuilder, type RequestDefaults } from "./request.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText } from "./template.ts";

const BEARER: ManifestApply = { headers: { Authorization: "Bearer {{ credentials.access_token }}" } };

/** A compiled request template for each kind of credential. */
export type RequestBuilders = Readonly<Record<Credential["type"], RequestBuilder>>;

/** What all verbs of a connector share: building requests and reading responses. */
export interface Exchange {
  /** With `apply`, the tokens of a consent go elsewhere in this request. */
  prepare(request: ManifestRequest, apply?: ManifestApply): RequestBuilders;
  readAnswer: AnswerReader;
}

/** Compiles what a manifest declares for all its requests. */
export function compileExchange(manifest: Manifest): Exchange {
  const { oauth2, keybased, your_app: yourApp } = manifest.auth;
  const defaults: RequestDefaults = {
    baseUrl: manifest.base_url,
    hosts: manifest.hosts,
    choices: listSettingChoices(manifest),
    headers: { Accept: "application/json", ...manifest.headers },
  };
  const applications: Readonly<Record<Credential["type"], CredentialApplier>> = {
    oauth2: compileCredentialApplier(oauth2?.apply ?? BEARER),
    keybased:
      keybased?.ways === undefined
        ? compileCredentialApplier(keybased?.apply ?? (keybased?.token === undefined ? {} : BEARER))
        : compileAlternatives(keybased.ways),
    your_app: requireCredentials(yourApp?.apply ?? {}),
  };
  return {
    prepare: (request, apply) => {
      const withCredential = compileRequest(request, defaults);
      return {
        oauth2: withCredential(apply === undefined ? applications.oauth2 : compileCredentialApplier(apply)),
        keybased: withCredential(applications.keybased),
        your_app: withCredential(applications.your_app),
      };
    },
    readAnswer: compileAnswerReader(manifest),
  };
}

/**
 * A missing credential of a linked account is an error, and nothing is sent; a field that a customer left empty is not.
 */
function requireCredentials(apply: ManifestApply): CredentialApplier {
  const { paths } = compileTemplate(apply as Json); // manifests are JSON
  const write = compileCredentialApplier(apply);
  return (scope) => {
    const missing = paths.find((path) => toText(findValueAt(scope, path)) === "");
    if (missing === undefined) return write(scope);
    const name = missing.slice(1).join(".");
    throw new ConnectorError(
      "auth",
      `The linked account has no your_app.${name}: set it to a text or a number.`,
    );
  };
}

/** What every request template may refer to. */
export function buildTemplateScope({
  credential,
  input,
  idempotencyKey,
}: BareCall & Partial<ConnectorCall>): TemplateScope {
  const { type, values, settings, callback } = credential;
  const key = idempotencyKey ?? randomUUID();
  return {
    input,
    ...(type === "your_app" ? { linked_account: { auth_credentials: values } } : { credentials: values }),
    settings,
    ...(callback && { callback }),
    call: { key, boundary: boundaryOf(key) },
  };
}

/** What separates the parts of a message that a manifest writes: the same at each attempt, and in none of the parts. */
function boundaryOf(key: string): string {
  return createHash("sha256").update(`boundary ${key}`).digest("hex").slice(0, 40);
}

/** What sending a request requires. */
export type SendContext = Pick<ConnectorCall, "credential" | "http" | "signal">;

/** Sends one request; every failure is a `ConnectorError` without the credential in its message. */
export async function sendProviderRequest(
  request: HttpRequest,
  call: SendContext,
  repeatable: boolean,
): Promise<HttpResponse> {
  try {
    return await call.http({ ...request, signal: call.signal });
  } catch (error) {
    throw toCallError(error, call, repeatable);
  }
}

/** Why a request has no response, or none that was read to its end. */
function toCallError(error: unknown, { credential }: SendContext, repeatable: boolean): unknown {
  if (error instanceof FileError) return new ConnectorError("input", error.message, { cause: error });
  if (!(error instanceof OutboundError)) return error;
  const mayHaveWorked = error.code === "too_large" && !repeatable;
  const message = redact(error.message, credential.values);
  return new ConnectorError(CONNECTOR_CODES[error.code], message, { mayHaveWorked, cause: error });
}

/**
 * Sends one request and reads the response; throws `ConnectorError` without the credential in its message. `repeatable`
 * means that the request may be sent again even if the provider has already executed it. With `files`, a body that is no
 * text is stored as a file, and with `always` any body.
 */
export async function sendRequest(
  request: HttpRequest,
  call: SendContext & Pick<ConnectorCall, "now" | "saveFile">,
  {
    readAnswer,
    repeatable,
    files,
  }: { readAnswer: AnswerReader; repeatable: boolean; files?: "if bytes" | "always" },
): Promise<TemplateScope> {
  const streams = files && isFileResponse;
  const response = await sendProviderRequest({ ...request, streams }, call, repeatable);
  try {
    const isFile = files === "always";
    const scope = readAnswer(response, call.now(), { isFile });
    if (!isFile && (files === undefined || isText(response.body, response.headers["content-type"])))
      return scope;
    const bytes = response.stream ?? response.body;
    return { ...scope, body: (await call.saveFile?.(toFile(response.headers, bytes))) ?? null };
  } catch (given) {
    response.stream?.destroy();
    const error = toCallError(given, call, repeatable);
    if (!(error instanceof ConnectorError)) throw error;
    const { cause, code, status, retryAfterMs, refusesToken } = error;
    const mayHaveWorked = error.mayHaveWorked && !repeatable;
    const message = redact(error.message, call.credential.values);
    throw new ConnectorError(code, message, { cause, status, retryAfterMs, mayHaveWorked, refusesToken });
  }
}
