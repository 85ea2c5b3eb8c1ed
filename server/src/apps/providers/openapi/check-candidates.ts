import { isObject } from "../../../platform/json/json.ts";
import type { JsonObject } from "../../connector.ts";
import { type OpenApiDocument, resolveReferences } from "./document.ts";
import type { DocumentOperation } from "./operations.ts";
import { listParameterSources } from "./parameters.ts";
import { toList, toObject } from "./read-json.ts";
import { readSchemes } from "./security/connection-schemes.ts";
import type { Security } from "./security/security.ts";

/** An operation that can verify a credential; `isProposed` for the best of them. */
export interface CheckCandidate {
  readonly operation: DocumentOperation;
  readonly isProposed: boolean;
}

// A way to connect that fewer of the operations accept is for others: one that fetches a token takes a password.
const RARE = 0.1;
const SET_ANYWAY = ["header:authorization", "header:accept"];

type SignIn = Pick<Security, "auth" | "carriers" | "ways">;

/** How well an operation verifies a credential: who one is, then a small answer, then a list. */
const RANKS = ["identity", "account", "list"] as const;
type Rank = (typeof RANKS)[number];

// Compared with the words of the last part of a path, or of an operation's id: "/users/me", "getCurrentUser".
const IDENTITY =
  /(?:^|_)(?:me|who_?am_?i|myself|self|user_?info|(?:current|authenticated|logged_in)_(?:user|account|member|customer)|(?:users?|accounts?)_(?:current|self))$/;
const ACCOUNT =
  /(?:^|_)(?:account|profile|user|viewer|identity|ping|auth_test|test_auth|(?:verify|validate|check)_(?:credentials?|token|key|auth)|(?:credentials?|tokens?|keys?|auth)_(?:verify|validate|check|test|info))$/;
// Open to all as a rule, whatever the document says, or not for a program to call.
const UNFIT =
  /(?:^|_)(?:status|health|healthz|healthcheck|version|versions|openapi|swagger|docs|metrics|stats|statistics|news|address|callback|authorize|authorise|login|logout|signout|oauth|sso|redirect|reset|delete|remove|send|cancel|subscribe|unsubscribe|start|stop|run|create|update|export|exports|download|stream|events_stream|generate|refresh|revoke)(?:_|$)/;

/**
 * The operations that can verify a credential, in the document's order: GETs without required input that accept every
 * way in which customers connect, and are not open to all. At most one is proposed.
 */
export function listCheckCandidates(
  document: OpenApiDocument,
  { all, chosen }: { all: readonly DocumentOperation[]; chosen: readonly DocumentOperation[] },
  signIn: SignIn,
): CheckCandidate[] {
  if (!hasCredential(signIn)) return [];
  const needs = readNeeds(document, all, signIn);
  const fit = all.filter((one) => canBeCheck(document, one, signIn.carriers) && needs.accepts(one));
  const isChosen = new Set(chosen);
  const [best] = fit
    .flatMap((operation) => {
      const rank = rankOf(document, operation, needs.areUnknown);
      return rank === undefined ? [] : [{ operation, rank }];
    })
    .sort(
      (a, b) =>
        RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank) ||
        Number(isChosen.has(b.operation)) - Number(isChosen.has(a.operation)) ||
        depthOf(a.operation) - depthOf(b.operation),
    );
  return fit.map((operation) => ({ operation, isProposed: operation === best?.operation }));
}

/** Whether there is something to verify: nobody has said yet how customers connect, or they enter something. */
function hasCredential({ auth }: SignIn): boolean {
  if (auth.your_app !== undefined) return false;
  return auth.oauth2 !== undefined || auth.keybased === undefined || auth.keybased.fields.length > 0;
}

interface SecurityNeeds {
  /** The document says of no operation whether it needs a credential, nor how customers connect. */
  readonly areUnknown: boolean;
  /** Whether an operation refuses requests without a credential, and takes each way in which customers connect. */
  accepts(operation: DocumentOperation): boolean;
}

function readNeeds(
  document: OpenApiDocument,
  all: readonly DocumentOperation[],
  { auth, ways = [] }: SignIn,
): SecurityNeeds {
  const schemes = readSchemes(document);
  const kinds = new Map([...schemes].map(([name, source]) => [name, kindOf(source)]));
  const listOf = ({ source }: DocumentOperation) => source.security ?? document.root.security;
  const isSaid = all.some((one) => toList(listOf(one)).length > 0);
  const meets = (operation: DocumentOperation, way: readonly string[]) => {
    const carried = new Set(way.map((name) => kinds.get(name)));
    return toList(listOf(operation))
      .filter(isObject)
      .some((one) => isMet(one, (name) => carried.has(kinds.get(name)), auth.oauth2?.scopes));
  };
  const counted = ways.map((way) => ({ way, count: all.filter((one) => meets(one, way)).length }));
  const most = Math.max(...counted.map(({ count }) => count));
  const common = counted.filter(({ count }) => count >= most * RARE).map(({ way }) => way);
  return {
    areUnknown: !isSaid && (schemes.size === 0 || Object.keys(auth).length === 0),
    accepts: (operation) => {
      const list = listOf(operation);
      // Many documents declare schemes and forget to require them.
      if (list === undefined) return !isSaid;
      const requirements = toList(list).filter(isObject);
      if (requirements.length === 0 || requirements.some((one) => Object.keys(one).length === 0))
        return false;
      return common.every((way) => meets(operation, way));
    },
  };
}

/** Whether a request that carries some schemes meets a requirement, its scopes included. */
function isMet(
  requirement: JsonObject,
  carries: (scheme: string) => boolean,
  granted: readonly string[] | undefined,
): boolean {
  return Object.entries(requirement).every(
    ([name, scopes]) =>
      carries(name) && (granted === undefined || toList(scopes).every((one) => granted.includes(`${one}`))),
  );
}

/** The same for schemes under two names that are sent alike. */
function kindOf({ description: _text, ...source }: JsonObject): string {
  return JSON.stringify(source);
}

/** Whether an operation only reads, and needs no input beside the credential. */
export function canBeCheck(
  document: OpenApiDocument,
  operation: DocumentOperation,
  carriers: ReadonlySet<string>,
): boolean {
  if (operation.method !== "GET" || operation.path.includes("{")) return false;
  return listParameterSources(document, operation).every(({ name, in: place, required }) => {
    const label = `${place}:${`${name}`.toLowerCase()}`;
    return required !== true || carriers.has(label) || SET_ANYWAY.includes(label);
  });
}

function rankOf(
  document: OpenApiDocument,
  { path, named, source }: DocumentOperation,
  areUnknown: boolean,
): Rank | undefined {
  const parts = path
    .replace(/[?#].*$/, "")
    .split("/")
    .filter(Boolean)
    .map(toWords);
  const words = [parts.slice(-2).join("_"), toWords(named ?? "")];
  if (source.deprecated === true || words.some((text) => UNFIT.test(text)) || !answersJson(document, source))
    return undefined;
  if (words.some((text) => IDENTITY.test(text))) return "identity";
  const isOpen = areUnknown && words.some((text) => /(?:^|_)ping$/.test(text));
  if (isOpen) return undefined;
  if (words.some((text) => ACCOUNT.test(text))) return "account";
  // What an API lists may be public.
  if (areUnknown) return undefined;
  const isList =
    /s$/.test(parts.at(-1) ?? "") || /^(?:list|(?:get|find|fetch)_all)(?:_|$)/.test(words[1] ?? "");
  return isList ? "list" : undefined;
}

/** A name as lower-case words with `_` between them. */
function toWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** A file or a page may be large, and is often the same for all. */
function answersJson(document: OpenApiDocument, source: JsonObject): boolean {
  const answers = Object.entries(toObject(source.responses)).filter(([status]) => /^2/.test(status));
  const types = answers.flatMap(([, answer]) =>
    Object.keys(toObject(resolveReferences(document, answer)?.content)),
  );
  return types.length === 0 || types.some((type) => /json|\*\/\*/i.test(type));
}

function depthOf({ path }: DocumentOperation): number {
  return path.split("/").length;
}
