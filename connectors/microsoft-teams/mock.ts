import { standardGrant } from "../mock-oauth.ts";
import { requestOf } from "../mock-request.ts";
import type { Mock, MockVendor } from "../mock-vendor.ts";
import { CHANNEL, CHANNELS, CHAT, createGraph, TEAM, TEAMS, TOKEN } from "./mock-api.ts";

const PLACE = { team_id: TEAM, channel_id: CHANNEL };

function say(mock: Mock, content: string): void {
  const path = `/v1.0/teams/${TEAM}/channels/${encodeURIComponent(CHANNEL)}/messages`;
  const { status } = mock.answer(
    requestOf("POST", path, { json: { body: { content } }, headers: { authorization: `Bearer ${TOKEN}` } }),
  );
  if (status !== 201) throw new Error(`The mock answered ${status}.`);
}

/** The Teams part of Microsoft Graph, as documented at learn.microsoft.com/graph. */
export const vendor: MockVendor = {
  hosts: ["graph.microsoft.com"],
  credentials: { oauth2: { good: { access_token: TOKEN }, bad: { access_token: "eyJ0eXAi.bad.token" } } },
  // The least that Graph documents for each request; offline_access brings the refresh token.
  oauth: {
    authorize: "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    scopes: {
      needed: [
        "offline_access",
        "User.Read",
        "Team.ReadBasic.All",
        "Channel.ReadBasic.All",
        "Channel.Create",
        "ChannelMessage.Send",
        "ChannelMessage.Read.All",
        "Chat.ReadWrite",
      ],
      separator: " ",
    },
    pkce: true,
    clientAuth: ["post", "basic"],
    ...standardGrant(3599, { ext_expires_in: 3599, scope: "User.Read" }),
  },
  parameters: {
    "GET /v1.0/me": ["$select"],
    "GET /v1.0/me/joinedTeams": ["$skiptoken"],
    "GET /v1.0/teams/*/channels": ["$filter", "$select", "$skiptoken"],
    "POST /v1.0/teams/*/channels": ["displayName", "description", "membershipType"],
    "GET /v1.0/teams/*/channels/*/messages": ["$top", "$expand", "$skiptoken"],
    "POST /v1.0/teams/*/channels/*/messages": ["subject", "importance", "body"],
    "POST /v1.0/teams/*/channels/*/messages/*/replies": ["body"],
    "GET /v1.0/chats": ["$top", "$expand", "$filter", "$orderby", "$skiptoken"],
    "POST /v1.0/chats/*/messages": ["body"],
  },
  account: "dana@example.com",
  retryAfterMs: 12_000,
  create: createGraph,
  answers: [
    {
      answer: { status: 403, body: { error: { code: "Forbidden", message: "Missing scope permissions." } } },
      code: "auth",
    },
  ],
  cases: [
    {
      action: "send_channel_message",
      input: {
        ...PLACE,
        subject: "Order 7",
        content: "<b>Großartig</b>",
        content_type: "html",
        importance: "high",
      },
      expected: {
        id: "161654",
        subject: "Order 7",
        importance: "high",
        body: { contentType: "html", content: "<b>Großartig</b>" },
      },
    },
    {
      action: "reply_to_message",
      input: { ...PLACE, message_id: "161651", content: "Yes", content_type: "html" },
      expected: { replyToId: "161651", body: { contentType: "html", content: "Yes" } },
    },
    {
      action: "list_channel_messages",
      input: { ...PLACE, page_size: 1 },
      expected: { items: [{ id: "161654" }] },
    },
    { action: "list_chats", input: { page_size: 1 }, expected: { items: [{ id: CHAT, members: [] }] } },
    {
      action: "send_chat_message",
      input: { chat_id: CHAT, content: "Hi", content_type: "html" },
      expected: { chatId: CHAT, body: { contentType: "html", content: "Hi" } },
    },
    {
      action: "create_channel",
      input: { team_id: TEAM, name: "Orders", description: "New ones" },
      expected: { displayName: "Orders", description: "New ones", membershipType: "standard" },
    },
  ],
  paging: [
    {
      action: "list_channel_messages",
      input: { ...PLACE, page_size: 2 },
      pages: 2,
      items: ["Three", "Two", "One"].map((content) => ({ body: { content } })),
    },
    {
      action: "list_chats",
      input: { page_size: 1 },
      pages: 3,
      items: [CHAT, "19:2@thread.v2", "19:3@thread.v2"].map((id) => ({ id })),
    },
  ],
  options: [
    { list: "teams", expected: TEAMS.map(({ id, displayName }) => ({ name: displayName, value: id })) },
    {
      list: "channels",
      input: { team_id: TEAM },
      expected: CHANNELS.map(({ id, displayName }) => ({ name: displayName, value: id })),
    },
  ],
  triggers: [
    {
      trigger: "new_channel_message",
      kind: "poll",
      input: PLACE,
      happen: (mock) => {
        say(mock, "Lunch?");
        say(mock, "Now?");
      },
      expected: [{ body: { content: "Lunch?" } }, { body: { content: "Now?" } }],
    },
  ],
  refusals: [
    {
      action: "send_chat_message",
      input: { chat_id: "19:none", content: "x" },
      code: "input",
      message: /Resource not found/,
    },
    {
      action: "create_channel",
      input: { team_id: TEAM, name: "General" },
      code: "input",
      message: /already existed/,
    },
    {
      action: "list_channel_messages",
      input: { team_id: "none", channel_id: CHANNEL },
      code: "input",
      message: /404/,
    },
  ],
};
