import type { Config } from "../config.ts";
import type { Offer } from "./endpoint/offers.ts";
import type { McpServerRow } from "./schema.ts";

/** The live server's part of a record. */
export function presentOffer({ toolbox }: Offer) {
  const { tools, tokens, mode, omissions } = toolbox;
  return {
    tool_count: tools.size,
    tool_tokens: tokens,
    tool_mode: mode,
    unavailable_tools: [...omissions],
  };
}

type AddressedServer = Pick<McpServerRow, "id" | "name" | "environment">;

/** The server's URL, and what to enter in common clients: usually they sign in, so that no file contains a token. */
export function buildServerAddresses({ publicUrl }: Pick<Config, "publicUrl">, server: AddressedServer) {
  const url = `${publicUrl}/mcp/v1/${server.id}`;
  const key = keyOf(server);
  const add = `claude mcp add --transport http ${key} ${url}`;
  return {
    url,
    client_configuration: {
      claude: `Customize (or Settings) → Connectors → + → Add custom connector; URL: ${url}`,
      claude_code: add,
      chatgpt: `Settings → Apps → Advanced settings → Developer mode; then Settings → Apps → Create app; MCP server URL: ${url}; authentication: OAuth`,
      cursor: text({ mcpServers: { [key]: { url } } }),
      vscode: text({ servers: { [key]: { type: "http", url } } }),
      with_token: withToken(key, url, add),
    },
  };
}

/** The same for clients that bring a token; nothing that may be committed contains it. */
function withToken(key: string, url: string, add: string) {
  const variable = `${key.toUpperCase().replaceAll("-", "_")}_TOKEN`;
  const input = `${key}-token`;
  const headersOf = (token: string) => ({ Authorization: `Bearer ${token}` });
  const inputs = [{ type: "promptString", id: input, description: `Token of ${key}`, password: true }];
  return {
    claude_code: `${add} --header "Authorization: Bearer <token>"`,
    cursor: text({ mcpServers: { [key]: { url, headers: headersOf(`\${env:${variable}}`) } } }),
    vscode: text({
      inputs,
      servers: { [key]: { type: "http", url, headers: headersOf(`\${input:${input}}`) } },
    }),
  };
}

function text(value: object): string {
  return JSON.stringify(value, null, 2);
}

// Clients prepend it to each tool's name, and models limit the length of names.
const LONGEST_KEY = 32;
/** Letters that are not another letter with a mark. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  å: "a",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * The name under which clients store the server: it begins with a letter, and has letters, digits and dashes. Names
 * that cannot be spelled so are distinguished by the id; test and production never have the same.
 */
function keyOf({ id, name, environment }: AddressedServer): string {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => FOLDED[letter] ?? letter);
  const words = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const isWhole = words !== "" && !/[^\p{ASCII}]/u.test(plain.replaceAll(/[^\p{L}\p{N}]/gu, ""));
  const tail = `${isWhole ? "" : `-${id.slice(-6)}`}${environment === "test" ? "-test" : ""}`;
  const start = /^[a-z]/.test(words) ? words : `junctor-${words}`;
  return start.slice(0, LONGEST_KEY - tail.length).replace(/-$/, "") + tail;
}
