import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Json } from "../../platform/json.ts";
import type { ToolOutput } from "./output.ts";

/** The longest result, written as JSON: clients cut off what is longer, or refuse it. */
const LONGEST_RESULT = 100_000;
/** The longest text of one page: it may stand in a result twice, and quotes and line breaks may double it. */
const PAGE_CHARACTERS = 22_000;
const LONGEST_ERROR = 45_000;

/** A value as an agent reads it: text as it is, everything else as JSON. */
export function formatResult(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value as a result: its text, and its structure where it has one; undefined when that is too long. */
export function buildValueResult(
  value: Json,
  text: string,
  output: Omit<ToolOutput, "tell">,
): CallToolResult | undefined {
  if (text.length > LONGEST_RESULT) return undefined;
  const structuredContent = output.structure(value);
  const content: CallToolResult["content"] = [{ type: "text", text }];
  const whole = { content, ...(structuredContent && { structuredContent }) };
  if (text.length < LONGEST_RESULT / 4 || JSON.stringify(whole).length <= LONGEST_RESULT) return whole;
  // Where structure is promised it must be there, and many clients show the model nothing else.
  if (output.schema || JSON.stringify({ content }).length > LONGEST_RESULT) return undefined;
  return { content };
}

/** The first page of a result that does not fit, which can be read on under `executionId`. */
export function buildFirstPage(text: string, executionId: string, output: ToolOutput): CallToolResult {
  const page = getTextPage(text, 1);
  const message = describeNextPage(page, executionId);
  const content: CallToolResult["content"] = [
    { type: "text", text: page.text },
    { type: "text", text: message },
  ];
  return told(content, { execution_id: executionId, ...page, message }, output);
}

/** The answer to a call that goes on after it. */
export function buildLaterResult(executionId: string, output: ToolOutput): CallToolResult {
  const message = `This takes longer than a minute and goes on. Call get_execution with {"execution_id": "${executionId}"} to see how far it is.`;
  return said({ execution_id: executionId, status: "RUNNING", message }, output);
}

/** The answer to a call that was sent before, and has not ended yet. */
export function buildUnderWayResult(executionId: string, output: ToolOutput): CallToolResult {
  const message = `This call is still being made. Call get_execution with {"execution_id": "${executionId}"} to see what came of it.`;
  return said({ execution_id: executionId, status: "RUNNING", message }, output);
}

/**
 * The answer to a call that is made only when a person has approved it, for clients that open no addresses; `url` where
 * agents are told of the page.
 */
export function buildWaitingResult(
  executionId: string,
  url: string | undefined,
  output: ToolOutput,
): CallToolResult {
  const what = url
    ? `Ask the user to open ${url} and to decide there, within 24 hours.`
    : "That is decided elsewhere, within 24 hours; you have no part in it.";
  const message = `A person must approve this call before it is made. ${what} Then call get_execution with {"execution_id": "${executionId}"} for the result. Do not call this tool again for the same thing.`;
  const facts = { execution_id: executionId, status: "WAITING", message };
  return said(url === undefined ? facts : { ...facts, approval_url: url }, output);
}

function said(facts: ResultFacts, output: ToolOutput): CallToolResult {
  return told([{ type: "text", text: facts.message }], facts, output);
}

type ResultFacts = { readonly [name: string]: Json } & { readonly message: string };

/** Facts that are not the tool's own result: many clients show the model the structured content alone, where there is one. */
function told(content: CallToolResult["content"], facts: ResultFacts, output: ToolOutput): CallToolResult {
  const structuredContent = output.tell(facts);
  // No structure that the schema allows can say it: of an error none is expected.
  return structuredContent ? { content, structuredContent } : { content, isError: true };
}

/** A value as a result, or its first page where it is too long. */
export function buildPagedResult(value: Json, executionId: string, output: ToolOutput): CallToolResult {
  const text = formatResult(value);
  return buildValueResult(value, text, output) ?? buildFirstPage(text, executionId, output);
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

/** Cuts a page out of a text, without taking a character apart. */
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
