import { createHmac } from "node:crypto";
import { answerFrom, type MockRoutes, wholeNumber } from "../mock-routes.ts";
import {
  deliveredJson,
  type Hook,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
  type MockVendor,
} from "../mock-vendor.ts";
import { calls } from "./calls.ts";

// developer.atlassian.com/cloud/trello: key and token in an OAuth header; ids are 24 hex digits; refusals are plain text;
// lists of actions go back in time with `before`; a webhook is signed with SHA-1 over body and address.
const KEY = "0123456789abcdef0123456789abcdef";
const TOKEN = "ATTAgood00000000000000000000";
const SECRET = "app-secret-of-the-power-up";
const BOARD = "5abbe4b7ddc1b351ef961414";
const LISTS = [
  { id: "5abbe4b7ddc1b351ef961415", name: "To do" },
  { id: "5abbe4b7ddc1b351ef961416", name: "Done" },
];
const ACTIONS = [5, 4, 3, 2, 1].map((n) => ({
  id: `6400000000000000000000a${n}`,
  type: n % 2 === 1 ? "createCard" : "commentCard",
  date: `2026-03-0${n}T10:00:00.000Z`,
}));

type Thing = Record<string, unknown> & { id: string };

const text = (status: number, body: string): MockAnswer => ({ status, body });
const json = (body: unknown, status = 200): MockAnswer => ({ status, body });
/** Newer endpoints say it in JSON. */
const told = (status: number) => {
  const code = status === 401 ? "auth" : status === 429 ? "rateLimit" : "input";
  return {
    answer: json({ message: "No" }, status),
    code,
    message: new RegExp(`responded with ${status}: No$`),
  };
};

function createCard(cards: Map<string, Thing>, request: MockRequest): MockAnswer {
  const { idList, name, ...more } = jsonBody(request) ?? {};
  if (!LISTS.some(({ id }) => id === idList)) return text(400, "invalid value for idList");
  if (more.pos !== undefined && more.pos !== "top" && more.pos !== "bottom")
    return text(400, "invalid value for pos");
  const id = (cards.size + 1).toString(16).padStart(24, "c");
  cards.set(id, {
    id,
    name,
    idList,
    closed: false,
    desc: "",
    due: null,
    ...more,
    shortUrl: `https://trello.com/c/${id.slice(-8)}`,
  });
  return json(cards.get(id));
}

function searchCards(cards: Map<string, Thing>, { query }: MockRequest): MockAnswer {
  const limit = wholeNumber(query.get("cards_limit"), { fallback: 10, min: 1, max: 1000 });
  if (!query.get("query") || limit === undefined) return text(400, "invalid value for query");
  if (query.get("modelTypes") !== "cards") return text(400, "invalid value for modelTypes");
  const found = [...cards.values()].filter(({ name }) => String(name).includes(query.get("query") ?? ""));
  return json({
    cards: [undefined, BOARD].includes(query.get("idBoards") ?? undefined) ? found.slice(0, limit) : [],
  });
}

function cardRoutes(cards: Map<string, Thing>): MockRoutes {
  const withCard = (id: string, answer: (card: Thing) => MockAnswer): MockAnswer => {
    if (!/^[0-9a-f]{24}$/.test(id)) return text(400, "invalid id");
    const card = cards.get(id);
    return card === undefined ? text(404, "The requested resource was not found.") : answer(card);
  };
  return {
    "POST /1/cards": (request) => createCard(cards, request),
    "GET /1/cards/*": (_, [id = ""]) => withCard(id, json),
    "PUT /1/cards/*": (request, [id = ""]) =>
      withCard(id, (card) => {
        const changes = jsonBody(request) ?? {};
        if (changes.idList !== undefined && !LISTS.some((list) => list.id === changes.idList)) {
          return text(400, "invalid value for idList");
        }
        return json(Object.assign(card, changes));
      }),
    "DELETE /1/cards/*": (_, [id = ""]) =>
      withCard(id, () => {
        cards.delete(id);
        return json({ limits: {} });
      }),
    "POST /1/cards/*/actions/comments": (request, [id = ""]) =>
      withCard(id, (card) => {
        const comment = jsonBody(request)?.text;
        if (typeof comment !== "string" || comment === "") return text(400, "invalid value for text");
        return json({
          id: "64000000000000000000c001",
          type: "commentCard",
          data: { text: comment, card: { id: card.id } },
        });
      }),
    "GET /1/lists/*/cards": (_, [list = ""]) => {
      if (!LISTS.some(({ id }) => id === list)) return text(404, "The requested resource was not found.");
      return json([...cards.values()].filter(({ idList, closed }) => idList === list && closed === false));
    },
    "GET /1/search": (request) => searchCards(cards, request),
  };
}

interface Action {
  id: string;
  type: string;
  date: string;
}

/** A Trello in which something can happen by itself. */
interface TrelloMock extends Mock {
  happen(type: string): void;
}

function listActions(actions: readonly Action[], { query }: MockRequest): MockAnswer {
  const limit = wholeNumber(query.get("limit"), { fallback: 50, min: 1, max: 1000 });
  if (limit === undefined) return text(400, "invalid value for limit");
  const before = query.get("before");
  const start = before === null ? 0 : actions.findIndex(({ id }) => id === before) + 1;
  if (before !== null && start === 0) return text(400, "invalid value for before");
  const types = query.get("filter")?.split(",") ?? ["createCard", "commentCard"];
  return json(
    actions
      .slice(start)
      .filter(({ type, date }) => types.includes(type) && date >= (query.get("since") ?? ""))
      .slice(0, limit),
  );
}

function boardRoutes(webhooks: Map<string, string>, actions: readonly Action[]): MockRoutes {
  return {
    "GET /1/members/me": () => json({ id: "5abbe4b7ddc1b351ef961400", username: "dana", fullName: "Dana" }),
    "GET /1/members/me/boards": ({ query }) =>
      json([
        ...(query.get("filter") === "open" ? [] : [{ id: "5abbe4b7ddc1b351ef961499", name: "Old" }]),
        { id: BOARD, name: "Orders" },
      ]),
    "GET /1/boards/*/lists": (_, [board]) => (board === BOARD ? json(LISTS) : text(404, "board not found")),
    "GET /1/boards/*/actions": (request, [board]) =>
      board === BOARD ? listActions(actions, request) : text(404, "board not found"),
    "POST /1/webhooks": (request) => {
      const { callbackURL, idModel } = jsonBody(request) ?? {};
      if (typeof callbackURL !== "string" || !URL.canParse(callbackURL))
        return text(400, "Invalid callbackURL");
      if (idModel !== BOARD) return text(400, "invalid value for idModel");
      const id = (webhooks.size + 1).toString(16).padStart(24, "d");
      webhooks.set(id, callbackURL);
      return json({ id, idModel, callbackURL, active: true });
    },
    "GET /1/webhooks/*": (_, [id = ""]) =>
      webhooks.has(id) ? json({ id, active: true }) : text(404, "The requested resource was not found."),
    "DELETE /1/webhooks/*": (_, [id = ""]) =>
      webhooks.delete(id) ? json({ _value: null }) : text(404, "The requested resource was not found."),
  };
}

function create(): TrelloMock {
  const webhooks = new Map<string, string>();
  const actions: Action[] = [...ACTIONS];
  const routes = { ...boardRoutes(webhooks, actions), ...cardRoutes(new Map()) };
  return {
    limited: () => ({
      status: 429,
      body: { error: "API_TOKEN_LIMIT_EXCEEDED", message: "Rate limit exceeded" },
    }),
    hooks: () => [...webhooks.values()],
    happen: (type) => {
      const id = `65${actions.length.toString(16).padStart(22, "0")}`;
      actions.unshift({ id, type, date: new Date(Date.now() + actions.length).toISOString() });
    },
    answer: (request) => {
      const header = request.headers.authorization ?? "";
      const [, key, token] = /^OAuth oauth_consumer_key="([^"]*)", oauth_token="([^"]*)"$/.exec(header) ?? [];
      if (key !== KEY) return text(401, "invalid key");
      if (token !== TOKEN) return text(401, "invalid token");
      return answerFrom(routes, request, text(404, `Cannot ${request.method} ${request.path}`));
    },
  };
}

const CARD_TYPES = ["createCard", "copyCard", "emailCard", "convertToCardFromCheckItem"];
const CARD = "ccccccccccccccccccccccc1";

function delivery(hook: Hook, type: string) {
  const body = deliveredJson(hook, {
    action: { id: "64f0", type, data: { card: { name: "New" } } },
    model: { id: BOARD },
  });
  const signature = createHmac("sha1", SECRET)
    .update(body + hook.url)
    .digest("base64");
  const headers = { "content-type": "application/json", "x-trello-webhook": signature };
  return { method: "POST", query: {}, headers, body };
}

/** Trello's REST API, as documented at developer.atlassian.com/cloud/trello. */
export const vendor: MockVendor = {
  hosts: ["api.trello.com"],
  credentials: {
    keybased: {
      good: { api_key: KEY, token: TOKEN, secret: SECRET },
      bad: { api_key: KEY, token: "ATTAbad000000000000000000000", secret: SECRET },
    },
  },
  parameters: {
    "GET /1/members/me": ["fields"],
    "GET /1/members/me/boards": ["filter", "fields"],
    "GET /1/boards/*/lists": ["cards", "filter", "fields"],
    "GET /1/boards/*/actions": ["filter", "limit", "before", "since", "page"],
    "POST /1/cards": ["idList", "name", "desc", "due", "pos", "idMembers", "idLabels"],
    "PUT /1/cards/*": ["idList", "name", "desc", "due", "dueComplete", "closed"],
    "POST /1/cards/*/actions/comments": ["text"],
    "GET /1/search": ["query", "idBoards", "modelTypes", "cards_limit"],
    "POST /1/webhooks": ["description", "callbackURL", "idModel", "active"],
  },
  account: "dana",
  create,
  calls,
  answers: [400, 401, 403, 404, 409, 429].map(told),
  cases: [
    {
      action: "create_card",
      input: {
        board_id: BOARD,
        list_id: LISTS[0]?.id,
        name: "Call Müller & Söhne",
        description: "Before noon",
        due: "2026-05-01T12:00:00.000Z",
        position: "top",
        member_ids: ["5abbe4b7ddc1b351ef961400"],
        label_ids: ["5abbe4b7ddc1b351ef961470"],
      },
      expected: {
        id: CARD,
        name: "Call Müller & Söhne",
        desc: "Before noon",
        due: "2026-05-01T12:00:00.000Z",
        pos: "top",
        idMembers: ["5abbe4b7ddc1b351ef961400"],
        idLabels: ["5abbe4b7ddc1b351ef961470"],
      },
    },
    { action: "get_card", input: { card_id: CARD }, expected: { id: CARD, idList: LISTS[0]?.id } },
    {
      action: "list_cards",
      input: { board_id: BOARD, list_id: LISTS[0]?.id },
      expected: { cards: [{ id: CARD }] },
    },
    {
      action: "update_card",
      input: {
        card_id: CARD,
        board_id: BOARD,
        list_id: LISTS[1]?.id,
        name: "Called",
        description: "They ordered",
        due: "2026-05-02T12:00:00.000Z",
        due_complete: true,
        closed: false,
      },
      expected: {
        id: CARD,
        idList: LISTS[1]?.id,
        name: "Called",
        desc: "They ordered",
        due: "2026-05-02T12:00:00.000Z",
        dueComplete: true,
        closed: false,
      },
    },
    {
      action: "comment_on_card",
      input: { card_id: CARD, text: "Fine" },
      expected: { type: "commentCard", data: { text: "Fine", card: { id: CARD } } },
    },
    {
      action: "search_cards",
      input: { query: "Called", board_id: BOARD, limit: 5 },
      expected: { cards: [{ id: CARD }] },
    },
    { action: "delete_card", input: { card_id: CARD }, expected: { deleted: true } },
    {
      action: "list_activity",
      input: { board_id: BOARD, types: "commentCard", limit: 1 },
      expected: { items: [ACTIONS[1]] },
    },
  ],
  paging: [{ action: "list_activity", input: { board_id: BOARD, limit: 2 }, pages: 4, items: ACTIONS }],
  options: [
    { list: "boards", expected: [{ name: "Orders", value: BOARD }] },
    {
      list: "lists",
      input: { board_id: BOARD },
      expected: LISTS.map(({ id, name }) => ({ name, value: id })),
    },
  ],
  triggers: [
    {
      trigger: "card_created",
      kind: "webhook",
      input: { board_id: BOARD },
      delivery: (hook) => delivery(hook, "createCard"),
      expected: [{ type: "createCard", data: { card: { name: "New" } } }],
      ignored: [(hook) => delivery(hook, "updateCard")],
      // More than a page holds.
      missed: {
        happen: (mock) => {
          const types = ["updateCard", ...CARD_TYPES, ...Array.from({ length: 100 }, () => "createCard")];
          for (const type of types) (mock as TrelloMock).happen(type); // made by create
        },
        expected: [...CARD_TYPES, ...Array.from({ length: 100 }, () => "createCard")].map((type) => ({
          type,
        })),
      },
      challenge: {
        delivery: () => ({ method: "HEAD", query: {}, headers: {}, body: "" }),
        reply: { status: 200, body: "" },
      },
    },
  ],
  refusals: [
    { action: "get_card", input: { card_id: "nope" }, code: "input", message: /invalid id/ },
    { action: "get_card", input: { card_id: "c".repeat(24) }, code: "input", message: /not found/ },
    {
      action: "create_card",
      input: { list_id: "x", name: "x" },
      code: "input",
      message: /invalid value for idList/,
    },
    { action: "list_activity", input: { board_id: "none" }, code: "input", message: /board not found/ },
  ],
};
