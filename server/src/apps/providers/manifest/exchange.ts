import { randomUUID } from "node:crypto";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import {
  type AuthType,
  type BareCall,
  type Call,
  ConnectorError,
  type HttpRequest,
  type HttpResponse,
} from "../../connector.ts";
import { redact } from "../../redact.ts";
import { CONNECTOR_CODES } from "../outbound-meaning.ts";
import { type AnswerReader, compileAnswerReader } from "./answer.ts";
import { type Application, compileApply } from "./apply.ts";
import type { ManifestApply } from "./auth-schema.ts";
import type { Manifest } from "./manifest-schema.ts";
import { compileRequest, type RequestBuilder, type RequestDefaults } from "./request.ts";
import type { ManifestRequest } from "./schema-parts.ts";
import type { Scope } from "./template.ts";

const BEARER: ManifestApply = { headers: { Authorization: "Bearer {{ credentials.access_token }}" } };

/** A request template that is ready for either kind of connecting. */
export type Prepared = Readonly<Record<AuthType, RequestBuilder>>;

/** What all verbs of one connector share: how its requests are made and its answers read. */
export interface Exchange {
  prepare(request: ManifestRequest): Prepared;
  readAnswer: AnswerReader;
}

/** Parses what a manifest says for all its requests. */
export function compileExchange(manifest: Manifest): Exchange {
  const { oauth2, keybased } = manifest.auth;
  const defaults: RequestDefaults = {
    baseUrl: manifest.base_url,
    hosts: manifest.hosts,
    headers: { Accept: "application/json", ...manifest.headers },
  };
  const applications: Readonly<Record<AuthType, Application>> = {
    oauth2: compileApply(oauth2?.apply ?? BEARER),
    keybased: compileApply(keybased?.apply ?? (keybased?.token === undefined ? {} : BEARER)),
  };
  return {
    prepare: (request) => {
      const withCredential = compileRequest(request, defaults);
      return {
        oauth2: withCredential(applications.oauth2),
        keybased: withCredential(applications.keybased),
      };
    },
    readAnswer: compileAnswerReader(manifest),
  };
}

/** What every request template may refer to. */
export function scopeOf({ credential, input, idempotencyKey }: BareCall & Partial<Call>): Scope {
  return {
    input,
    credentials: credential.values,
    settings: credential.settings,
    call: { key: idempotencyKey ?? randomUUID() },
  };
}

/** What is needed to send something. */
export type Sending = Pick<Call, "credential" | "http" | "signal">;

/** Sends one request; whatever goes wrong on the way is a `ConnectorError` without the credential in its text. */
export async function exchange(
  request: HttpRequest,
  call: Sending,
  repeatable: boolean,
): Promise<HttpResponse> {
  try {
    return await call.http({ ...request, signal: call.signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const mayHaveWorked = error.code === "too_large" && !repeatable;
    const message = redact(error.message, call.credential.values);
    throw new ConnectorError(CONNECTOR_CODES[error.code], message, { mayHaveWorked, cause: error });
  }
}

/**
 * Sends one request and reads the answer; throws `ConnectorError` without the credential in its text. `repeatable`
 * says that the same request may be sent again although the provider has carried it out.
 */
export async function sendRequest(
  request: HttpRequest,
  call: Sending & Pick<Call, "now">,
  { readAnswer, repeatable }: { readAnswer: AnswerReader; repeatable: boolean },
): Promise<Scope> {
  const response = await exchange(request, call, repeatable);
  try {
    return readAnswer(response, call.now());
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { code, status, retryAfterMs } = error;
    const mayHaveWorked = error.mayHaveWorked && !repeatable;
    const message = redact(error.message, call.credential.values);
    throw new ConnectorError(code, message, { status, retryAfterMs, mayHaveWorked });
  }
}
