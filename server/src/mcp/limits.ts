/**
 * Limits of an MCP server's record. Session tokens can write it, and every process builds names, lists and tools from
 * it; records from before the limits are read, but only so much of them is used.
 */
export const MOST_SUGGESTIONS = 200;
export const MOST_CHAINS = 200;
export const MOST_RESOURCES = 500;
export const MOST_APPS = 200;
/** Workflows and actions of all applications together. */
export const MOST_TOOLS = 1000;
/** Of an account's own; the organization may have any number. */
export const MOST_OWN_SERVERS = 100;

// A chain with all its texts and the base prompt fits in one answer.
export const LONGEST_BASE_PROMPT = 20_000;
export const LONGEST_SUGGESTION = 50_000;
export const LONGEST_CHAIN_TEXT = 10_000;
