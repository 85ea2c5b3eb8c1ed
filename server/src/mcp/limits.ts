/**
 * What a record of an MCP server may hold. Session tokens write it, and names, lists and tools are made of it in every
 * process; what lies there from before is read, but no more than this is made of it.
 */
export const MOST_SUGGESTIONS = 200;
export const MOST_CHAINS = 200;
export const MOST_RESOURCES = 500;
export const MOST_APPS = 200;
/** Workflows and actions of all applications together. */
export const MOST_TOOLS = 1000;
/** Of an account's own; the organization has as many as it likes. */
export const MOST_OWN_SERVERS = 100;

// A chain with all its texts and the base prompt before it is within what an answer holds.
export const LONGEST_BASE_PROMPT = 20_000;
export const LONGEST_SUGGESTION = 50_000;
export const LONGEST_CHAIN_TEXT = 10_000;
