import type { Readable } from "node:stream";
import type { NewFile } from "../files/file-value.ts";
import type { SentFiles } from "../files/sent-files.ts";
import type { ValueReason } from "../platform/errors.ts";
import type { Json } from "../platform/json/json.ts";
import type { SlowCheck } from "../platform/json/schema-check.ts";
import type { StreamChoice } from "../platform/outbound/exchange.ts";
import type { StreamedBody } from "../platform/outbound/streamed-body.ts";
import type { AuthInfo, AuthType } from "./connector-auth.ts";
import type {
  IncomingRequest,
  IncomingResult,
  PollResult,
  ReceivingSubscription,
  SharedEvent,
  Subscription,
  SubscriptionTerms,
} from "./connector-events.ts";

/** A JSON object whose members are JSON. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema (2020-12) as data. */
export type JsonSchema = JsonObject;

/** The effects of an operation, in the sense of the MCP tool annotations. */
export interface OperationHints {
  readOnly: boolean;
  idempotent: boolean;
  destructive: boolean;
  openWorld: boolean;
}

/** One action: `input` and `output` are JSON Schemas; `audience` says whether people, agents or both are offered it. */
export interface Action {
  id: string;
  title: string;
  description: string;
  input: JsonSchema;
  output?: JsonSchema;
  audience: "human" | "ai" | "both";
  hints: OperationHints;
  /** Changes if another action gets the same id, where actions come and go while their application stays. */
  version?: string;
}

/**
 * How a trigger learns of events: `poll` asks every `everySeconds`; `webhook` is notified, after `subscribe` if the provider offers that (`automatic`), or after the
 * customer has entered our URL there. Its subscription is renewed or checked every `renewEverySeconds`; with
 * `readsMissed`, `poll` lists the events that it may have missed. The events of a `shared` one arrive at one address of
 * the application for all customers.
 */
export type TriggerDelivery =
  | { kind: "poll"; everySeconds: number }
  | {
      kind: "webhook";
      automatic: boolean;
      renewEverySeconds?: number;
      readsMissed?: boolean;
      shared?: boolean;
      proof?: WebhookProof;
    };

/**
 * The secret that proves deliveries: ours for each subscription, the provider's that is entered for each, or the
 * organization's for all of its customers.
 */
export interface WebhookProof {
  secret: "subscription" | "entered" | "application";
  /** With Basic authentication. */
  username?: string;
  /** What stands before the secret where people read it. */
  label?: string;
}

/** One trigger: an event at the provider. `input` is what a workflow sets, `output` one event. */
export interface ConnectorTrigger {
  id: string;
  title: string;
  description: string;
  input: JsonSchema;
  output?: JsonSchema;
  delivery: TriggerDelivery;
}

/**
 * A list of options that the provider knows; fields name it as `x-options` in an input schema. `needs` are the inputs
 * to choose first.
 */
export interface OptionList {
  id: string;
  needs: string[];
}

/** The provider's own limit for one connection; calls beyond it are refused here, before the provider is asked. */
export interface ProviderLimit {
  requests: number;
  perSeconds: number;
}

/**
 * How well an application is proven, the best first: A ran against the real thing, B every request fits the vendor's
 * own document, C signs in and calls by facts, D signs in and sends raw requests (D489).
 */
export const GRADES = ["A", "B", "C", "D"] as const;
export type Grade = (typeof GRADES)[number];

/** What is known about a connector without calling anybody; static and JSON. */
export interface ConnectorInfo {
  slug: string;
  name: string;
  description: string;
  version: string;
  provider: "manifest" | "openapi" | "mcp" | "piece";
  tags: string[];
  /** A data URL, or empty. */
  icon: string;
  documentationUrl?: string;
  auth: AuthInfo;
  actions: Action[];
  triggers: ConnectorTrigger[];
  options: OptionList[];
  limit?: ProviderLimit;
  /** Of a shipped connector. */
  grade?: Grade;
}

/** A decrypted, fresh credential: `settings` and `callback` shape URLs, `values` authorize; never a refresh token, never logged. */
export interface Credential {
  type: AuthType | "your_app";
  settings: JsonObject;
  values: JsonObject;
  callback?: JsonObject;
}

/** Of an application that nobody needs to connect. */
export const NO_CREDENTIAL: Credential = { type: "keybased", settings: {}, values: {} };

/** One outgoing request: the outbound client's own shape, narrowed to what connectors use. */
export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer | StreamedBody;
  timeoutMs?: number;
  maxResponseBytes?: number;
  /** Whether the response's body is returned as `stream`. */
  streams?: StreamChoice;
  signal?: AbortSignal;
}

/** The response; header names are lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** In place of `body`, where the request's `streams` says so. */
  stream?: Readable;
}

/** A connector's only way out: guarded, limited in time and size. */
export type Http = (request: HttpRequest) => Promise<HttpResponse>;

/** The name of a value that a connector keeps for an account, for the workflow that calls or for all. */
export interface ValueName {
  key: string;
  scope: "workflow" | "account";
}

/** What a connector keeps for an account between calls; a value that is not there is null. */
export interface ValueStore {
  get(name: ValueName): Promise<Json>;
  put(name: ValueName, value: Json): Promise<void>;
  delete(name: ValueName): Promise<void>;
}

/** The execution that makes a call, and its workflow; empty outside of executions. */
export interface CallOrigin {
  executionId?: string;
  workflowId?: string;
}

/** What a connector gets for one call. */
export interface ConnectorCall {
  credential: Credential;
  input: Json;
  /** Sent as `Idempotency-Key` with actions that write. */
  idempotencyKey?: string;
  http: Http;
  /** Milliseconds since the epoch. */
  now: () => number;
  signal?: AbortSignal;
  /** Stores bytes beside the result, and returns what stands for them in it. */
  saveFile?: (file: NewFile<Buffer | AsyncIterable<Buffer>>) => Promise<Json>;
  /** Finds the account's files that a value refers to; with `whole`, reads all of their bytes. */
  readFiles?: (value: Json, options?: { readonly whole?: boolean }) => Promise<SentFiles>;
  values?: ValueStore;
  origin?: CallOrigin;
  /** Makes the checks of the input that may take long. */
  checkSlowly?: SlowCheck;
}

/** A call without the parts that only actions have. */
export type BareCall = Omit<ConnectorCall, "input" | "idempotencyKey">;

/** The result of a check; `scopes` are those that the provider says were granted. */
export interface CheckResult {
  identifier?: string;
  scopes?: string[];
}

/** An account at the provider that a consent gives access to, with the settings of a connection to it. */
export interface ProviderAccount {
  name: string;
  /** What tells it from others of its name. */
  detail?: string;
  settings: { [name: string]: string };
}

/** One option of a dynamic option list. */
export type ProviderOption = { name: string; value: Json };

/**
 * A raw request with the connection's credential: `path` begins with a slash and is relative to the connection's base
 * URL.
 */
export interface RawRequest {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** A third party's API as data and verbs; all other layers know only this. Every verb throws `ConnectorError`. */
export interface Connector {
  readonly info: ConnectorInfo;
  /**
   * Verifies a credential with the provider and may name its account. Absent if the provider offers nothing to ask.
   */
  check?(call: BareCall): Promise<CheckResult>;
  /** The accounts that fresh tokens give access to. Present if `accountSettings` of OAuth2 are. */
  accounts?(call: BareCall): Promise<ProviderAccount[]>;
  /**
   * The base URL with these settings, without calling anybody; throws `ConnectorError` (`input`) naming the invalid
   * field.
   */
  baseAddress?(settings: JsonObject): string;
  /** Executes one action and returns its JSON result. */
  run(actionId: string, call: ConnectorCall): Promise<Json>;
  /** Sends a raw request with the connection's credential, to its own hosts only. Any response is a result. */
  request?(request: RawRequest, call: BareCall): Promise<HttpResponse>;
  /** Whether a response to a raw request refuses the token; absent if only the status 401 says so. */
  refusesToken?(response: HttpResponse): boolean;
  /** The options of a list; `input` contains the inputs filled in so far. */
  options?(listId: string, call: ConnectorCall): Promise<ProviderOption[]>;
  /** Asks for events since `cursor`; null the first time, which only finds the starting point. */
  poll?(triggerId: string, call: ConnectorCall & { cursor: Json }): Promise<PollResult>;
  /**
   * What a trigger has lately had to tell, as the data of its events, usually newest first; only of triggers whose events
   * the provider lists.
   */
  examples?(triggerId: string, call: ConnectorCall): Promise<Json[]>;
  /** Subscribes `url` at the provider; returns what the other verbs need. */
  subscribe?(
    triggerId: string,
    call: ConnectorCall & { url: string; secret: string },
  ): Promise<SubscriptionTerms>;
  /** Prolongs a subscription, or checks that it still exists; undefined if the provider no longer has it. */
  renew?(triggerId: string, call: ConnectorCall & Subscription): Promise<SubscriptionTerms | undefined>;
  unsubscribe?(triggerId: string, call: ConnectorCall & Subscription): Promise<void>;
  /** Reads an incoming request; throws `ConnectorError` (`auth`) unless it is proven to come from the provider. */
  receive?(
    triggerId: string,
    request: IncomingRequest,
    call: ConnectorCall & ReceivingSubscription,
  ): Promise<IncomingResult>;
  /**
   * Reads a request to the address `url` that all customers share; throws `ConnectorError` (`auth`) for an event unless
   * it is proven to come from the provider. `secret` is empty if none was set.
   */
  identify?(
    request: IncomingRequest,
    given: { url: string; secret: string; signal?: AbortSignal },
  ): Promise<SharedEvent>;
}

/**
 * Why a call failed: `auth` the credential is refused, `input` the caller's values, `rateLimit`, `remote` and
 * `timeout` may be retried, `blocked` an address that must not be called.
 */
export type ConnectorErrorCode = "auth" | "rateLimit" | "input" | "remote" | "timeout" | "blocked";

/** An invalid entry, by the name of its field. */
export interface WrongValue {
  readonly field: string;
  readonly reason: ValueReason;
}

/** A failed call to a third party; its message is safe to show and contains no credential. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ConnectorErrorCode;
  /** The provider's HTTP status, if it responded. */
  readonly status?: number;
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number;
  /** Which value was refused before the provider was asked, and why. */
  readonly wrong?: WrongValue;
  /**
   * The call may have had its effect, which a repeated call would have again: only the response could not be read.
   */
  readonly mayHaveWorked: boolean;
  /** With `auth`: whether the provider refuses the token itself, so that a new one may help. */
  readonly refusesToken: boolean;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    details: {
      status?: number;
      retryAfterMs?: number;
      mayHaveWorked?: boolean;
      refusesToken?: boolean;
      wrong?: WrongValue;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.wrong = details.wrong;
    this.mayHaveWorked = details.mayHaveWorked ?? false;
    // 403 means that the token is known but lacks a permission, unless the connector knows better.
    this.refusesToken = code === "auth" && (details.refusesToken ?? details.status !== 403);
  }
}

/** Whether the provider refused the token, and not what it may do. */
export function isTokenRefused(error: unknown): error is ConnectorError {
  return error instanceof ConnectorError && error.refusesToken;
}

/** Whether repeating the same call later may succeed, without repeating what it did. */
export function canRetry(error: ConnectorError): boolean {
  if (error.mayHaveWorked) return false;
  return error.code === "rateLimit" || error.code === "remote" || error.code === "timeout";
}
