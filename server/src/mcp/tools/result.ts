import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Json } from "../../platform/json/json.ts";
import type { ToolOutput } from "./output.ts";

/** The longest result, as JSON: clients cut or refuse longer ones. */
const LONGEST_RESULT = 100_000;
/** The longest text of one page: it may occur in a result twice, and quotes and line breaks may double it. */
const PAGE_CHARACTERS = 22_000;
const LONGEST_ERROR = 45_000;

/** A value as an agent reads it: text as it is, everything else as JSON. */
export function formatResult(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value as a result: its text, and its structure if it has one; undefined if that is too long. */
export async function buildValueResult(
  value: Json,
  text: string,
  output: Omit<ToolOutput, "tell">,
): Promise<CallToolResult | undefined> {
  if (text.length > LONGEST_RESULT) return undefined;
  const structuredContent = await output.structure(value);
  const content: CallToolResult["content"] = [{ type: "text", text }];
  const whole = { content, ...(structuredContent && { structuredContent }) };
  if (text.length < LONGEST_RESULT / 4 || JSON.stringify(whole).length <= LONGEST_RESULT) return whole;
  // If structure is promised it must be there, and many clients show the model nothing else.
  if (output.schema || JSON.stringify({ content }).length > LONGEST_RESULT) return undefined;
  return { content };
}

/** The first page of a result that does not fit; the rest can be read under `executionId`. */
export function buildFirstPage(text: string, executionId: string, output: ToolOutput): CallToolResult {
  const page = getTextPage(text, 1);
  const message = describeNextPage(page, executionId);
  const content: CallToolResult["content"] = [
    { type: "text", text: page.text },
    { type: "text", text: message },
  ];
  return told(content, { execution_id: executionId, ...page, message }, output);
}

/** The answer to a call that continues after it. */
export function buildLaterResult(executionId: string, output: ToolOutput): CallToolResult {
  const message = `This takes longer than a minute and is still running. Call get_execution with {"execution_id": "${executionId}"} to check its progress.`;
  return said({ execution_id: executionId, status: "RUNNING", message }, output);
}

/** The answer to a repeated call that has not ended yet. */
export function buildUnderWayResult(executionId: string, output: ToolOutput): CallToolResult {
  const message = `This call is still running. Call get_execution with {"execution_id": "${executionId}"} to get its result.`;
  return said({ execution_id: executionId, status: "RUNNING", message }, output);
}

/**
 * The answer to a call that is made only after a person has approved it, for clients that open no URLs; `url` if
 * agents are told the page.
 */
export function buildWaitingResult(
  executionId: string,
  url: string | undefined,
  output: ToolOutput,
): CallToolResult {
  const what = url
    ? `Ask the user to open ${url} and decide there, within 24 hours.`
    : "They decide elsewhere, within 24 hours; you cannot decide it.";
  const message = `A person must approve this call before it is made. ${what} Then call get_execution with {"execution_id": "${executionId}"} for the result. Do not call this tool again for the same thing.`;
  const facts = { execution_id: executionId, status: "WAITING", message };
  return said(url === undefined ? facts : { ...facts, approval_url: url }, output);
}

function said(facts: ResultFacts, output: ToolOutput): CallToolResult {
  return told([{ type: "text", text: facts.message }], facts, output);
}

type ResultFacts = { readonly [name: string]: Json } & { readonly message: string };

/** Facts besides the tool's own result: many clients show the model only the structured content, if there is any. */
function told(content: CallToolResult["content"], facts: ResultFacts, output: ToolOutput): CallToolResult {
  const structuredContent = output.tell(facts);
  // No structure that the schema allows can say it; errors need none.
  return structuredContent ? { content, structuredContent } : { content, isError: true };
}

/** A value as a result, or its first page if it is too long. */
export async function buildPagedResult(
  value: Json,
  executionId: string,
  output: ToolOutput,
): Promise<CallToolResult> {
  const text = formatResult(value);
  return (await buildValueResult(value, text, output)) ?? buildFirstPage(text, executionId, output);
}

/** A reason for the model to read. */
export function buildErrorResult(message: string): CallToolResult {
  const text = message.length > LONGEST_ERROR ? `${message.slice(0, LONGEST_ERROR)} …` : message;
  return { content: [{ type: "text", text }], isError: true };
}

/** One page of a long text; pages count from 1. */
export interface TextPage {
  readonly text: string;
  readonly page: number;
  readonly pages: number;
}

/** Cuts a page out of a text, without splitting a character. */
export function getTextPage(text: string, page: number): TextPage {
  const pages = Math.max(1, Math.ceil(text.length / PAGE_CHARACTERS));
  const start = boundary(text, (page - 1) * PAGE_CHARACTERS);
  const end = boundary(text, page * PAGE_CHARACTERS);
  return { text: text.slice(start, end), page, pages };
}

/** How to read on. */
export function describeNextPage({ page, pages }: TextPage, executionId: string): string {
  const where = `This is page ${page} of ${pages}.`;
  if (page >= pages) return where;
  return `${where} Call get_execution with {"execution_id": "${executionId}", "page": ${page + 1}} for the next one.`;
}

function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
