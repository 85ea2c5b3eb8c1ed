import type { Json } from "../../../platform/json.ts";
import {
  type Action,
  type AuthField,
  type AuthInfo,
  type AuthType,
  type Call,
  type Connector,
  ConnectorError,
  type ConnectorInfo,
  type JsonSchema,
  type OAuth2Spec,
} from "../../connector.ts";
import { type AnswerReader, compileAnswerReader } from "./answer.ts";
import type { ManifestApply, ManifestField, ManifestOAuth2 } from "./auth-schema.ts";
import { type InputCheck, lazyInputCheck } from "./input-check.ts";
import type { Manifest, ManifestAction } from "./manifest-schema.ts";
import {
  type Application,
  compileApply,
  compileRequest,
  type RequestBuilder,
  type RequestDefaults,
} from "./request.ts";
import { sendRequest } from "./send.ts";
import { compileTemplate, type Scope, type Template, toText } from "./template.ts";

const BEARER: ManifestApply = { headers: { Authorization: "Bearer {{ credentials.access_token }}" } };

interface Operation {
  action: Action;
  build: Readonly<Record<AuthType, RequestBuilder>>;
  response: Template;
  /** Compiled on first use: a start with hundreds of actions must not pay for all of them. */
  checkInput: InputCheck;
}

/** Turns a checked manifest into a connector; nothing is called and nothing is compiled twice. */
export function createManifestConnector(manifest: Manifest, icon: string): Connector {
  const defaults: RequestDefaults = {
    baseUrl: manifest.base_url,
    hosts: manifest.hosts,
    headers: { Accept: "application/json", ...manifest.headers },
  };
  const applications: Readonly<Record<AuthType, Application>> = {
    oauth2: compileApply(manifest.auth.oauth2?.apply ?? BEARER),
    keybased: compileApply(manifest.auth.keybased?.apply ?? {}),
  };
  const readAnswer = compileAnswerReader(manifest);
  const operations = new Map(
    Object.entries(manifest.actions).map(([id, action]) => [
      id,
      compileOperation(id, action, defaults, applications),
    ]),
  );
  return {
    info: infoOf(
      manifest,
      icon,
      [...operations.values()].map((operation) => operation.action),
    ),
    check: compileCheck(manifest, defaults, applications, readAnswer),
    run: (actionId, call) => runOperation(operations.get(actionId), actionId, call, readAnswer),
  };
}

function compileOperation(
  id: string,
  source: ManifestAction,
  defaults: RequestDefaults,
  applications: Readonly<Record<AuthType, Application>>,
): Operation {
  const withCredential = compileRequest(source.request, defaults);
  const action = actionOf(id, source);
  return {
    action,
    build: { oauth2: withCredential(applications.oauth2), keybased: withCredential(applications.keybased) },
    response: compileTemplate((source.response ?? "{{ body }}") as Json), // manifests are JSON
    checkInput: lazyInputCheck(action.input),
  };
}

async function runOperation(
  operation: Operation | undefined,
  actionId: string,
  call: Call,
  readAnswer: AnswerReader,
): Promise<Json> {
  if (operation === undefined) throw new ConnectorError("input", `There is no action ${actionId}.`);
  const problem = operation.checkInput(call.input);
  if (problem !== undefined) throw new ConnectorError("input", `${problem}.`);
  const { credential, input } = call;
  const scope: Scope = { input, credentials: credential.values, settings: credential.settings };
  const request = operation.build[credential.type](scope);
  if (call.idempotencyKey !== undefined && !operation.action.hints.readOnly) {
    request.headers = { ...request.headers, "idempotency-key": call.idempotencyKey };
  }
  const { readOnly, idempotent } = operation.action.hints;
  const answer = await sendRequest(request, call, { readAnswer, repeatable: readOnly || idempotent });
  return operation.response.render(answer) ?? null;
}

function compileCheck(
  manifest: Manifest,
  defaults: RequestDefaults,
  applications: Readonly<Record<AuthType, Application>>,
  readAnswer: AnswerReader,
): Connector["check"] {
  const source = manifest.check;
  if (source === undefined) return undefined;
  const withCredential = compileRequest(source.request, defaults);
  const build = {
    oauth2: withCredential(applications.oauth2),
    keybased: withCredential(applications.keybased),
  };
  const account = source.account === undefined ? undefined : compileTemplate(source.account);
  return async (call) => {
    const scope: Scope = { credentials: call.credential.values, settings: call.credential.settings };
    const request = build[call.credential.type](scope);
    const answer = await sendRequest(request, call, { readAnswer, repeatable: true });
    const identifier = account === undefined ? "" : toText(account.render(answer)).slice(0, 200);
    return identifier === "" ? {} : { identifier };
  };
}

function infoOf(manifest: Manifest, icon: string, actions: Action[]): ConnectorInfo {
  return {
    slug: manifest.slug,
    name: manifest.name,
    description: manifest.description,
    version: manifest.version,
    provider: "manifest",
    tags: manifest.tags ?? [],
    icon,
    documentationUrl: manifest.documentation_url,
    auth: authOf(manifest),
    actions,
    triggers: [],
    options: [],
  };
}

function authOf({ auth, settings }: Manifest): AuthInfo {
  return {
    defaultType: auth.default ?? (auth.oauth2 === undefined ? "keybased" : "oauth2"),
    settings: (settings ?? []).map((field) => fieldOf(field, false)),
    keybased: auth.keybased && { fields: auth.keybased.fields.map((field) => fieldOf(field, true)) },
    oauth2: auth.oauth2 && oauth2Of(auth.oauth2),
  };
}

function fieldOf(field: ManifestField, secretByDefault: boolean): AuthField {
  const secret = field.secret ?? (secretByDefault && (field.type ?? "password") === "password");
  return {
    name: field.name,
    label: field.label,
    type: field.type ?? (secret ? "password" : "text"),
    required: field.required ?? true,
    secret,
    placeholder: field.placeholder,
    helpText: field.help_text,
    options: field.options,
  };
}

function oauth2Of(source: ManifestOAuth2): OAuth2Spec {
  return {
    grant: source.grant ?? "authorization_code",
    authorizeUrl: source.authorize_url ?? "",
    tokenUrl: source.token_url,
    revokeUrl: source.revoke_url,
    scopes: source.scopes ?? [],
    scopeSeparator: source.scope_separator ?? " ",
    pkce: source.pkce ?? true,
    clientAuth: source.client_auth ?? "post",
    authorizeParams: source.authorize_params ?? {},
    tokenPath: source.token_path,
    client:
      source.client_id === undefined ? undefined : { id: source.client_id, secret: source.client_secret },
  };
}

function actionOf(id: string, source: ManifestAction): Action {
  const { hints } = source;
  return {
    id,
    title: source.title,
    description: source.description,
    audience: source.audience ?? "both",
    // Manifests are JSON, and these two have been checked as schemas.
    input: source.input as JsonSchema,
    output: source.output as JsonSchema | undefined,
    hints: {
      readOnly: hints.read_only,
      idempotent: hints.idempotent ?? hints.read_only,
      destructive: hints.destructive ?? false,
      openWorld: hints.open_world ?? true,
    },
  };
}
