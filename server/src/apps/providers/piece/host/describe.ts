import type {
  Action,
  AuthField,
  AuthInfo,
  AuthType,
  ConnectorTrigger,
  OAuth2Spec,
  OptionList,
} from "../../../connector.ts";
import type { PieceDescription } from "../messages.ts";
import type { Piece, PieceAction, PieceAuth, PieceProperty, PieceTrigger } from "../piece.ts";
import { buildFormSchema, isPrimitiveDefault } from "./form.ts";

// Only the original engine has these, and the code of half the actions mentions them.
const NEEDS_ENGINE = /\.(pause|createWaitpoint|generateResumeUrl)\s*\(|\bflows\.list\b|\bagent\.tools\b/;
const KEY_KINDS = ["SECRET_TEXT", "BASIC_AUTH", "CUSTOM_AUTH"];
const EVERY_SECONDS = 300;

/** Describes a piece's actions, triggers and auth in our own terms. */
export function describePiece(piece: Piece): PieceDescription {
  const leftOut: string[] = [];
  const options: OptionList[] = [];
  const actions = Object.entries(piece._actions).flatMap(([id, action]) => {
    const problem = actionProblem(action);
    if (problem !== undefined) {
      leftOut.push(`The action ${id} is left out: ${problem}.`);
      return [];
    }
    return [describeAction(id, action, options)];
  });
  const triggers = Object.entries(piece._triggers ?? {}).flatMap(([id, trigger]) => {
    const delivery = deliveryOf(trigger);
    if (delivery === undefined) {
      leftOut.push(`The trigger ${id} is left out: ${trigger.strategy ?? "its strategy"} is not supported.`);
      return [];
    }
    return [describeTrigger(id, trigger, delivery, options)];
  });
  return {
    name: piece.displayName,
    description: piece.description ?? "",
    auth: authOf(piece),
    hasCheck: listPieceAuths(piece).some(({ validate }) => validate !== undefined),
    actions,
    triggers,
    options,
    leftOut,
  };
}

/** The ways to authorize a piece, which declares one, a list or none. */
export function listPieceAuths({ auth }: Piece): PieceAuth[] {
  if (auth === undefined || auth === null) return [];
  return Array.isArray(auth) ? auth : [auth];
}

/** The auth for a kind of connection: the first OAuth2 one, or the first one that asks for values. */
export function findPieceAuth(piece: Piece, type: AuthType | "your_app"): PieceAuth | undefined {
  const kinds = type === "oauth2" ? ["OAUTH2"] : KEY_KINDS;
  return listPieceAuths(piece).find((auth) => kinds.includes(auth.type));
}

function actionProblem(action: PieceAction): string | undefined {
  if (NEEDS_ENGINE.test(String(action.run))) return "it needs the Activepieces engine";
  const file = Object.entries(action.props ?? {}).find(
    ([, { type, required }]) => type === "FILE" && required,
  );
  return file && `its field ${file[0]} takes a file`;
}

function describeAction(id: string, action: PieceAction, options: OptionList[]): Action {
  const readOnly = action.classification === "READ";
  return {
    id,
    title: action.displayName,
    description: action.aiMetadata?.description ?? action.description ?? "",
    input: buildFormSchema(`actions.${id}`, action.props ?? {}, options),
    audience: action.audience === "human" || action.audience === "ai" ? action.audience : "both",
    hints: {
      readOnly,
      idempotent: action.aiMetadata?.idempotent ?? readOnly,
      destructive: action.classification === "DESTRUCTIVE" || action.classification === "DELETE",
      openWorld: true,
    },
  };
}

function describeTrigger(
  id: string,
  trigger: PieceTrigger,
  delivery: ConnectorTrigger["delivery"],
  options: OptionList[],
): ConnectorTrigger {
  return {
    id,
    title: trigger.displayName,
    description: trigger.description ?? "",
    input: buildFormSchema(`triggers.${id}`, trigger.props ?? {}, options),
    delivery,
  };
}

function deliveryOf({ strategy, type }: PieceTrigger): ConnectorTrigger["delivery"] | undefined {
  const kind = strategy ?? type;
  if (kind === "POLLING") return { kind: "poll", everySeconds: EVERY_SECONDS };
  return kind === "WEBHOOK" ? { kind: "webhook", automatic: true } : undefined;
}

function authOf(piece: Piece): AuthInfo {
  const oauth2 = findPieceAuth(piece, "oauth2");
  const keys = findPieceAuth(piece, "keybased");
  if (oauth2 === undefined && keys === undefined) {
    return { defaultType: "keybased", settings: [], keybased: { fields: [] } };
  }
  return {
    defaultType: oauth2 === undefined ? "keybased" : "oauth2",
    settings: Object.entries(oauth2?.props ?? {}).map(([name, property]) => fieldOf(name, property)),
    ...(keys && { keybased: { fields: keyFields(keys) } }),
    ...(oauth2 && { oauth2: oauthOf(oauth2) }),
  };
}

function keyFields(auth: PieceAuth): AuthField[] {
  if (auth.type === "SECRET_TEXT") {
    return [
      fieldOf("secret_text", { type: "SECRET_TEXT", displayName: auth.displayName ?? "Key", required: true }),
    ];
  }
  if (auth.type === "BASIC_AUTH") {
    const name = auth.username?.displayName ?? "User name";
    const secret = auth.password?.displayName ?? "Password";
    return [
      fieldOf("username", { type: "SHORT_TEXT", displayName: name, required: true }),
      fieldOf("password", { type: "SECRET_TEXT", displayName: secret, required: true }),
    ];
  }
  return Object.entries(auth.props ?? {})
    .filter(([, { type }]) => type !== "MARKDOWN")
    .map(([name, property]) => fieldOf(name, property));
}

function fieldOf(name: string, property: PieceProperty): AuthField {
  const { type, displayName = name, description, placeholder, required = false } = property;
  const { defaultValue, options } = property;
  const choices = typeof options === "object" ? (options.options ?? []) : [];
  const isChoice = choices.length > 0;
  const kinds: Record<string, AuthField["type"]> = {
    SECRET_TEXT: "password",
    NUMBER: "number",
    CHECKBOX: "boolean",
  };
  return {
    name,
    label: displayName,
    type: isChoice ? "select" : (kinds[type] ?? "text"),
    required: type === "CHECKBOX" ? false : required,
    secret: type === "SECRET_TEXT",
    ...(placeholder && { placeholder }),
    ...(description !== undefined && { helpText: description }),
    ...(isPrimitiveDefault(defaultValue) && defaultValue !== "" && { default: String(defaultValue) }),
    ...(isChoice && { options: choices.map(({ label, value }) => ({ name: label, value: String(value) })) }),
  };
}

function oauthOf(auth: PieceAuth): OAuth2Spec {
  return {
    grant: auth.grantType === "client_credentials" ? "client_credentials" : "authorization_code",
    authorizeUrl: placesOf(auth.authUrl ?? ""),
    tokenUrl: placesOf(auth.tokenUrl ?? ""),
    scopes: auth.scope ?? [],
    scopeSeparator: " ",
    pkce: auth.pkce ?? false,
    clientAuth: auth.authorizationMethod === "HEADER" ? "basic" : "post",
    authorizeParams: auth.extra ?? {},
  };
}

/** Turns a piece's `https://{shop}.example.com` into `https://{{ settings.shop }}.example.com`. */
function placesOf(address: string): string {
  return address.replace(/\{(\w+)\}/g, "{{ settings.$1 }}");
}
