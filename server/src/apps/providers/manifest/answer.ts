import { retryAfterMs } from "../../../platform/http/retry-after.ts";
import type { Json } from "../../../platform/json.ts";
import { ConnectorError, type HttpResponse } from "../../connector.ts";
import { codeOfStatus } from "../status-code.ts";
import type { Manifest, ManifestErrorRule } from "./manifest-schema.ts";
import { compileTemplate, lookUp, type Scope, type Template, toText } from "./template.ts";

/** Reads an answer: the scope for response templates, or a thrown `ConnectorError`. */
export type AnswerReader = (response: HttpResponse, nowMs: number) => Scope;

interface Rule extends Omit<ManifestErrorRule, "message"> {
  message?: Template;
}

const MAX_MESSAGE = 500;

/** Parses a manifest's error rules; answers that no rule names are judged by their status. */
export function compileAnswerReader(manifest: Manifest): AnswerReader {
  const rules: Rule[] = (manifest.errors ?? []).map((rule) => ({
    ...rule,
    message: rule.message === undefined ? undefined : compileTemplate(rule.message),
  }));
  const fallback = compileTemplate(manifest.error_message ?? "{{ body.message }}");
  return (response, nowMs) => {
    const scope: Scope = {
      status: response.status,
      headers: response.headers,
      body: readBody(response, manifest.name),
    };
    const rule = rules.find((candidate) => fits(candidate, response.status, scope));
    if (rule === undefined && response.status >= 200 && response.status < 300) return scope;
    const code = rule?.code ?? codeOfStatus(response.status, "input");
    const said = toText((rule?.message ?? fallback).render(scope)).slice(0, MAX_MESSAGE);
    throw new ConnectorError(code, sentence(manifest.name, response.status, said), {
      status: response.status,
      retryAfterMs: retryAfter(rule, scope, { standard: response.headers["retry-after"], nowMs }),
    });
  };
}

function sentence(name: string, status: number, said: string): string {
  if (status >= 300 && status < 400) return `${name} answered ${status}, a redirect that is not followed.`;
  return said === "" ? `${name} answered ${status}.` : `${name} answered ${status}: ${said}`;
}

function readBody(response: HttpResponse, name: string): Json {
  const text = response.body.toString("utf8");
  if (text.trim() === "") return null;
  if (!/[/+]json\b/i.test(response.headers["content-type"] ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (response.status >= 400) return text;
    throw new ConnectorError("remote", `${name} answered with broken JSON.`, {
      status: response.status,
      mayHaveWorked: response.status < 300,
      cause,
    });
  }
}

function fits(rule: Rule, status: number, scope: Scope): boolean {
  if (rule.status !== undefined && !rule.status.includes(status)) return false;
  if (rule.body === undefined && rule.header === undefined) return true;
  const value =
    rule.header === undefined
      ? lookUp(scope, ["body", ...(rule.body ?? "").split(".")])
      : lookUp(scope, ["headers", rule.header.toLowerCase()]);
  return rule.equals === undefined ? value !== undefined : rule.equals.some((wanted) => wanted === value);
}

function retryAfter(
  rule: Rule | undefined,
  scope: Scope,
  { standard, nowMs }: { standard: string | undefined; nowMs: number },
): number | undefined {
  const source = rule?.retry_after;
  if (source === undefined) return retryAfterMs(standard, nowMs);
  const value =
    source.header === undefined
      ? lookUp(scope, ["body", ...(source.body ?? "").split(".")])
      : lookUp(scope, ["headers", source.header.toLowerCase()]);
  const amount = value === undefined || value === null || value === "" ? Number.NaN : Number(value);
  if (!Number.isFinite(amount)) return retryAfterMs(standard, nowMs);
  if (source.unit === "epoch_seconds") return Math.max(0, amount * 1000 - nowMs);
  return Math.max(0, source.unit === "seconds" ? amount * 1000 : amount);
}
