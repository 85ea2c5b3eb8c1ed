import type { Json } from "../../../platform/json/json.ts";
import type { BareCall, ProviderAccount } from "../../connector.ts";
import { compilePaging } from "./paging/paging.ts";
import { readPages } from "./paging/read-pages.ts";
import { buildTemplateScope, type Exchange, sendRequest } from "./request/exchange.ts";
import { compileNamedTemplates } from "./request/request.ts";
import { compileTemplate, findValueAt, toText } from "./request/template.ts";
import type { ManifestAccounts } from "./schema/auth-schema.ts";

const MOST_PAGES = 10;
const MOST_ACCOUNTS = 1000;
const LONGEST_NAME = 200;
// No quotes, spaces or control characters: settings become parts of addresses and headers.
const VALUE = /^[A-Za-z0-9._~:/@+=,-]{1,200}$/;

/**
 * Compiles the list of accounts that a consent gives access to; at most ten pages and 1,000 accounts of it are read. An
 * item that lacks a setting, or has one that cannot be part of a request, is no account.
 */
export function compileAccountList(
  source: ManifestAccounts | undefined,
  exchange: Exchange,
): (call: BareCall) => Promise<ProviderAccount[]> {
  if (source === undefined) throw new Error("The manifest has no accounts.");
  const read = compileReader(source, exchange);
  const isMeant = compileFilter(source.only);
  const name = compileTemplate(source.name);
  const detail = source.detail === undefined ? undefined : compileTemplate(source.detail);
  const settings = compileNamedTemplates(source.settings);
  const toAccount = (item: Json): ProviderAccount[] => {
    const values = settings.map(([key, template]) => [key, toText(template.render({ item }))] as const);
    if (!isMeant(item) || !values.every(([, value]) => VALUE.test(value))) return [];
    const told = toText(detail?.render({ item })).slice(0, LONGEST_NAME);
    const called = toText(name.render({ item })).trim().slice(0, LONGEST_NAME);
    const account = { name: called || (values[0]?.[1] ?? ""), settings: Object.fromEntries(values) };
    return [told === "" ? account : { ...account, detail: told }];
  };
  return async (call) => {
    const distinct = new Map<string, ProviderAccount>();
    for (const account of (await read(call)).flatMap(toAccount)) {
      const key = JSON.stringify(account.settings);
      // Some providers list an account once for each of its products.
      if (!distinct.has(key)) distinct.set(key, account);
    }
    return [...distinct.values()].slice(0, MOST_ACCOUNTS);
  };
}

/** Reads the items of a list, or the whole response as the only one. */
function compileReader(
  { request, apply, paging, items = paging?.items }: ManifestAccounts,
  exchange: Exchange,
): (call: BareCall) => Promise<Json[]> {
  const { readAnswer } = exchange;
  if (items === undefined) {
    const prepared = exchange.prepare(request, apply);
    return async (call) => {
      const sent = prepared[call.credential.type](buildTemplateScope(call));
      const { body } = await sendRequest(sent, call, { readAnswer, repeatable: true });
      return body === undefined ? [] : [body];
    };
  }
  const pager = compilePaging(request, paging, items);
  const list = { pager, prepared: exchange.prepare(pager.request, apply), exchange };
  return async (call) => {
    const found: Json[] = [];
    await readPages(list, call, {
      scope: buildTemplateScope(call),
      maxPages: MOST_PAGES,
      onPage: (page) => {
        found.push(...page);
        return found.length < MOST_ACCOUNTS;
      },
    });
    return found;
  };
}

/** Whether the value in an item, or one of its list, is one of those. */
function compileFilter(only: ManifestAccounts["only"]): (item: Json) => boolean {
  if (only === undefined) return () => true;
  const path = only.item.split(".");
  return (item) => {
    const value = findValueAt({ item }, ["item", ...path]);
    return (Array.isArray(value) ? value : [value]).some((one) =>
      only.equals.some((wanted) => wanted === one),
    );
  };
}
