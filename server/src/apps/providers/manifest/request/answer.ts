import { isText } from "../../../../files/file-value.ts";
import { decodeText } from "../../../../platform/decode-text.ts";
import { describeAnswer, readReason } from "../../../../platform/http/failure-reason.ts";
import { parseRetryAfterMs } from "../../../../platform/http/retry-after.ts";
import type { Json } from "../../../../platform/json/json.ts";
import { parseForeignJson, ShapeError } from "../../../../platform/json/json-shape.ts";
import { ConnectorError, type HttpResponse } from "../../../connector.ts";
import { toErrorCode } from "../../status-code.ts";
import type { Manifest, ManifestErrorRule } from "../schema/manifest-schema.ts";
import { compileErrorRule, type JudgedAnswer } from "./error-rule.ts";
import { compileTemplate, findValueAt, type TemplateScope, toText, type ValueTemplate } from "./template.ts";

/** Reads a response: returns the scope for response templates, without the bytes of a file, or throws `ConnectorError`. */
export type AnswerReader = (
  response: HttpResponse,
  nowMs: number,
  declared?: { isFile: boolean },
) => TemplateScope;

interface Rule extends Pick<ManifestErrorRule, "code" | "renew" | "retry_after"> {
  fits: (answer: JudgedAnswer) => boolean;
  message?: ValueTemplate;
}

/** Compiles a manifest's error rules; responses that match no rule are judged by their status. */
export function compileAnswerReader(manifest: Manifest): AnswerReader {
  const rules: Rule[] = (manifest.errors ?? []).map((rule) => ({
    code: rule.code,
    renew: rule.renew,
    retry_after: rule.retry_after,
    fits: compileErrorRule(rule),
    message: rule.message === undefined ? undefined : compileTemplate(rule.message),
  }));
  const { error_message: given } = manifest;
  const fallback = given === undefined ? undefined : compileTemplate(given);
  return (response, nowMs, declared) => {
    const { status, headers } = response;
    // Bytes are no text, except that error rules may look for a text in whatever failed.
    const isFile = status < 300 && (declared?.isFile || !isText(response.body, headers["content-type"]));
    const text = isFile ? "" : decodeText(response.body, headers["content-type"]);
    const read = readBody(response, text);
    const scope: TemplateScope = { status, headers, body: read.body };
    const rule = rules.find(({ fits }) => fits({ status, scope, text }));
    if (rule === undefined && read.broken !== undefined) throw broken(manifest.name, status, read.broken);
    if (rule === undefined && status >= 200 && status < 300) return scope;
    const code = rule?.code ?? toErrorCode(status, "input");
    const own = readReason({ message: toText((rule?.message ?? fallback)?.render(scope)) });
    const reason = own || readReason(read.body);
    throw new ConnectorError(code, sentence(manifest.name, status, reason), {
      status,
      refusesToken: rule?.renew,
      retryAfterMs: retryAfter(rule, scope, { standard: headers["retry-after"], nowMs }),
    });
  };
}

function sentence(name: string, status: number, reason: string): string {
  if (status >= 300 && status < 400)
    return `${name} responded with ${status}, a redirect that is not followed.`;
  return describeAnswer(name, status, reason);
}

/** The body as data; with the parse error if a success should be JSON and is not. */
function readBody({ status, headers }: HttpResponse, text: string): { body: Json; broken?: unknown } {
  if (text.trim() === "") return { body: null };
  if (!/[/+]json\b/i.test(headers["content-type"] ?? "")) return { body: text };
  try {
    return { body: parseForeignJson(text) };
  } catch (cause) {
    return status >= 400 ? { body: text } : { body: text, broken: cause };
  }
}

function broken(name: string, status: number, cause: unknown): ConnectorError {
  const problem = cause instanceof ShapeError ? `JSON that ${cause.message}` : "broken JSON";
  const mayHaveWorked = status < 300;
  return new ConnectorError("remote", `${name} responded with ${problem}.`, { status, mayHaveWorked, cause });
}

function retryAfter(
  rule: Rule | undefined,
  scope: TemplateScope,
  { standard, nowMs }: { standard: string | undefined; nowMs: number },
): number | undefined {
  const source = rule?.retry_after;
  if (source === undefined) return parseRetryAfterMs(standard, nowMs);
  const value =
    source.header === undefined
      ? findValueAt(scope, ["body", ...(source.body ?? "").split(".")])
      : findValueAt(scope, ["headers", source.header.toLowerCase()]);
  return parseRetryAfterMs(toText(value), nowMs, source.unit) ?? parseRetryAfterMs(standard, nowMs);
}
