import { parseAllowList } from "../../../platform/outbound/address-guard.ts";
import { createOutbound } from "../../../platform/outbound/outbound.ts";
import { type BareCall, type ConnectorCall, ConnectorError } from "../../connector.ts";
import { type McpDefinition, selectTools } from "./definition.ts";
import { type FakeMcpOptions, type FakeTool, GOOD_BEARER, startFakeMcp } from "./fake-mcp-server.ts";
import { readTools } from "./mcp-connector.ts";

const openOutbound = () => createOutbound({ allow: parseAllowList("127.0.0.1") });
let outbound = openOutbound();
/** What else a test file closes at its end. */
export const closers: (() => Promise<void>)[] = [];

/** A request of a test, also to this machine. */
export const sendRequest: BareCall["http"] = (sent) => outbound.request(sent);

/** Closes what a test file has opened; the next one in the same process opens its own. */
export async function closeMcp(): Promise<void> {
  for (const close of closers.splice(0)) await close();
  await outbound.close();
  outbound = openOutbound();
}

/** A result of a tool. */
export const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

export const FAKE_TOOLS: FakeTool[] = [
  {
    name: "weather.today",
    title: "Weather today",
    description: "Says what the weather is.",
    inputSchema: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
    outputSchema: { type: "object", properties: { degrees: { type: "number" } } },
    annotations: { readOnlyHint: true },
    answer: ({ city }) => ({ ...text(`${String(city)}: 7`), structuredContent: { degrees: 7 } }),
  },
  { name: "say", inputSchema: { type: "object" }, answer: () => text("hello") },
  {
    name: "fail",
    inputSchema: { type: "object" },
    answer: () => ({ isError: true, ...text(`no room for ${GOOD_BEARER}`) }),
  },
];

/** A fake server with the given tools, otherwise `FAKE_TOOLS`, and its definition. */
export async function startMcp(
  options: Omit<FakeMcpOptions, "tools"> & { tools?: readonly FakeTool[] } = {},
) {
  const fake = await startFakeMcp({ tools: FAKE_TOOLS, ...options });
  closers.push(() => fake.close());
  const definition: McpDefinition = {
    slug: "fake",
    name: "Fake",
    description: "",
    url: fake.url,
    auth: options.guard === undefined ? { kind: "none" } : { kind: "bearer" },
    tools: [],
  };
  return { fake, definition };
}

export function callWith(token = GOOD_BEARER): BareCall {
  return {
    credential: { type: "keybased", settings: {}, values: { token } },
    http: sendRequest,
    now: Date.now,
  };
}

export const call = (input: ConnectorCall["input"], token?: string): ConnectorCall => ({
  ...callWith(token),
  input,
});

export async function listToolsOf(definition: McpDefinition) {
  return selectTools(await readTools(definition, callWith())).tools;
}

/** Rejects if `promise` does not fail as a connector does. */
export async function getFailure(promise: Promise<unknown>): Promise<ConnectorError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectorError) return error;
  throw error ?? new Error("It succeeded.");
}
