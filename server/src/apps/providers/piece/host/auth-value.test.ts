import { expect, test } from "vitest";
import type { Credential } from "../../../connector.ts";
import type { Piece, PieceAuth } from "../piece.ts";
import { handlePieceRequest, type PieceStorage } from "./answer.ts";
import { createStoredFiles } from "./files.ts";
import { createTriggerStore } from "./key-value-store.ts";

const STORAGE: PieceStorage = {
  files: createStoredFiles(() => Promise.reject(new Error("No file is stored."))),
  store: createTriggerStore({}),
};

type Seen = Record<"check" | "run" | "options" | "poll", unknown>;

/** The `auth` that a piece with this auth receives, by the kind of call. */
async function authsSeenBy(auth: PieceAuth, version: "1" | "2" | undefined, credential: Credential) {
  const seen: Partial<Seen> = {};
  const look = async ({ auth: given }: object & { auth?: unknown }) => given;
  const piece: Piece = {
    displayName: "Kinds",
    auth: {
      ...auth,
      validate: async ({ auth: given }) => {
        seen.check = given;
        return { valid: true };
      },
    },
    ...(version && { getContextInfo: () => ({ version }) }),
    _actions: {
      look: {
        name: "look",
        displayName: "Look",
        run: look,
        props: {
          list: {
            type: "DROPDOWN",
            options: async (values) => ({ options: [{ label: "seen", value: await look(values) }] }),
          },
        },
      },
    },
    _triggers: {
      look: {
        name: "look",
        displayName: "Look",
        strategy: "POLLING",
        run: async (context) => [await look(context)],
      },
    },
  };
  await handlePieceRequest(piece, { verb: "check", credential }, STORAGE);
  const about = { credential, input: {} };
  const none = { files: {}, origin: {} };
  seen.run = await handlePieceRequest(piece, { verb: "run", action: "look", ...about, ...none }, STORAGE);
  const list = "actions.look.list";
  const choices = await handlePieceRequest(piece, { verb: "options", list, ...about }, STORAGE);
  const poll = { verb: "poll", trigger: "look", ...about, store: {}, url: "" } as const;
  const polled = await handlePieceRequest(piece, poll, STORAGE);
  return {
    ...seen,
    options: (choices as { value: unknown }[])[0]?.value, // the answer's documented shape
    poll: (polled as { events: { data: unknown }[] }).events[0]?.data, // likewise
  };
}

const keybased = (values: Credential["values"]): Credential => ({ type: "keybased", settings: {}, values });
const secretText: PieceAuth = { type: "SECRET_TEXT", displayName: "Key" };
const basic: PieceAuth = { type: "BASIC_AUTH" };
const custom: PieceAuth = {
  type: "CUSTOM_AUTH",
  props: {
    token: { type: "SECRET_TEXT" },
    region: { type: "STATIC_DROPDOWN", options: { options: [{ label: "Europe", value: 7 }] } },
  },
};
const login = { username: "ann", password: "of ann" };
const oauth = { access_token: "at", team: { id: "T1" } };
const oauthValue = { type: "OAUTH2", access_token: "at", data: oauth, props: { shop: "acme" } };

test.each([
  {
    kind: "secret text",
    auth: secretText,
    credential: keybased({ secret_text: "key" }),
    tagged: { type: "SECRET_TEXT", secret_text: "key" },
    bare: "key",
  },
  {
    kind: "custom auth",
    auth: custom,
    credential: keybased({ token: "t", region: "7" }),
    tagged: { type: "CUSTOM_AUTH", props: { token: "t", region: 7 } },
    bare: { token: "t", region: 7 },
  },
  {
    kind: "basic auth",
    auth: basic,
    credential: keybased(login),
    tagged: { type: "BASIC_AUTH", ...login },
    bare: { type: "BASIC_AUTH", ...login },
  },
  {
    kind: "OAuth2",
    auth: { type: "OAUTH2" },
    credential: { type: "oauth2", settings: { shop: "acme" }, values: oauth } satisfies Credential,
    tagged: oauthValue,
    bare: oauthValue,
  },
])("$kind: validate gets it bare, the rest tagged unless the piece is old", async (one) => {
  const { tagged, bare } = one;
  const modern = { check: bare, run: tagged, options: tagged, poll: tagged };
  for (const version of ["1", "2"] as const) {
    expect(await authsSeenBy(one.auth, version, one.credential)).toEqual(modern);
  }
  const old = { check: bare, run: bare, options: bare, poll: bare };
  expect(await authsSeenBy(one.auth, undefined, one.credential)).toEqual(old);
});
