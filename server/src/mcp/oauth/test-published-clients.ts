/** A client as its makers have published it, or as it was seen to register itself. */
export interface PublishedClient {
  /** What it says about itself: the document at its `client_id`, or what it registers where it has none. */
  readonly metadata: { readonly redirect_uris: readonly string[]; readonly [field: string]: unknown };
  /** Where it asks to go back to; those on the visitor's computer at a port that was free. */
  readonly returnsTo: string;
  /** What its user is told of where that is. */
  readonly shown: string;
}

const GRANTS = { grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] };

/** For tests: the assistants that customers have, without whom nothing here is of use. */
export const PUBLISHED_CLIENTS: Readonly<Record<string, PublishedClient>> = {
  "Claude (web)": {
    metadata: {
      client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
      client_name: "Claude",
      client_uri: "https://claude.ai",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:jwt-bearer"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    returnsTo: "https://claude.ai/api/mcp/auth_callback",
    shown: "claude.ai",
  },
  "Claude (web), registered": {
    metadata: {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      ...GRANTS,
      scope: "mcp",
      token_endpoint_auth_method: "client_secret_post",
    },
    returnsTo: "https://claude.ai/api/mcp/auth_callback",
    shown: "claude.ai",
  },
  "Claude Code": {
    metadata: {
      client_id: "https://claude.ai/oauth/claude-code-client-metadata",
      client_name: "Claude Code",
      client_uri: "https://claude.ai",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
      ...GRANTS,
      token_endpoint_auth_method: "none",
    },
    returnsTo: "http://localhost:55611/callback",
    shown: "localhost:55611",
  },
  "Claude Code, registered": {
    metadata: {
      client_name: "Claude Code (support)",
      redirect_uris: ["http://localhost:3118/callback"],
      ...GRANTS,
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    returnsTo: "http://localhost:3118/callback",
    shown: "localhost:3118",
  },
  ChatGPT: {
    metadata: {
      client_id: "https://chatgpt.com/oauth/kDmjx77UnKOM/client.json",
      client_uri: "https://chatgpt.com/",
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/kDmjx77UnKOM"],
      ...GRANTS,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      token_endpoint_auth_signing_alg: "RS256",
      jwks_uri: "https://chatgpt.com/oauth/jwks.json",
    },
    returnsTo: "https://chatgpt.com/connector/oauth/kDmjx77UnKOM",
    shown: "chatgpt.com",
  },
  "ChatGPT, at its one address": {
    metadata: {
      client_id: "https://chatgpt.com/oauth/client.json",
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      ...GRANTS,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      token_endpoint_auth_signing_alg: "RS256",
      jwks_uri: "https://chatgpt.com/oauth/jwks.json",
    },
    returnsTo: "https://chatgpt.com/connector_platform_oauth_redirect",
    shown: "chatgpt.com",
  },
  "VS Code": {
    metadata: {
      client_id: "https://vscode.dev/oauth/client-metadata.json",
      client_name: "Visual Studio Code",
      client_uri: "https://vscode.dev/product",
      logo_uri: "https://code.visualstudio.com/assets/branding/code-stable.png",
      redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    returnsTo: "http://127.0.0.1:59656/",
    shown: "127.0.0.1:59656",
  },
  "VS Code, registered": {
    metadata: {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    returnsTo: "https://vscode.dev/redirect",
    shown: "vscode.dev",
  },
  Cursor: {
    metadata: {
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
      ...GRANTS,
      token_endpoint_auth_method: "none",
    },
    returnsTo: "cursor://anysphere.cursor-mcp/oauth/callback",
    shown: "Cursor",
  },
  "Cursor, in the cloud": {
    metadata: {
      client_name: "Cursor",
      redirect_uris: [
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "https://www.cursor.com/agents/mcp/oauth/callback",
        "http://localhost:8787/callback",
      ],
      ...GRANTS,
      token_endpoint_auth_method: "none",
    },
    returnsTo: "https://www.cursor.com/agents/mcp/oauth/callback",
    shown: "www.cursor.com",
  },
};
