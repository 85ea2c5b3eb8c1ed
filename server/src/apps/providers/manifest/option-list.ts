import type { Json } from "../../../platform/json/json.ts";
import { type ConnectorCall, ConnectorError, type ProviderOption } from "../../connector.ts";
import { compilePaging } from "./paging/paging.ts";
import { readPages } from "./paging/read-pages.ts";
import { buildTemplateScope, type Exchange } from "./request/exchange.ts";
import { compileTemplate, findValueAt, toText } from "./request/template.ts";
import type { ManifestOptions } from "./schema/paging-schema.ts";

const MOST_PAGES = 10;

/** The inputs that must be chosen before a list can be requested. */
export function listNeededInputs({ request }: ManifestOptions): string[] {
  const { paths } = compileTemplate({ ...request } as Json); // manifests are JSON
  return [
    ...new Set(paths.flatMap(([root, name]) => (root === "input" && name !== undefined ? [name] : []))),
  ];
}

/** Compiles an option list; at most ten pages of it are read. */
export function compileOptions(
  source: ManifestOptions,
  exchange: Exchange,
): (call: ConnectorCall) => Promise<ProviderOption[]> {
  const items = source.items ?? source.paging?.items ?? "body";
  const pager = compilePaging(source.request, source.paging, items, { takesMaps: true });
  const list = { pager, prepared: exchange.prepare(pager.request), exchange };
  const name = compileTemplate(source.name);
  const value = compileTemplate(source.value);
  const needs = listNeededInputs(source);
  return async (call) => {
    const missing = needs.filter(
      (input) => toText(findValueAt({ input: call.input }, ["input", input])) === "",
    );
    if (missing.length > 0) {
      throw new ConnectorError("input", `Choose ${missing.join(" and ")} first.`);
    }
    const options: ProviderOption[] = [];
    await readPages(list, call, {
      scope: buildTemplateScope(call),
      maxPages: MOST_PAGES,
      onPage: (items) => {
        for (const item of items) {
          const chosen = value.render({ item });
          if (chosen !== undefined && chosen !== null)
            options.push({ name: toText(name.render({ item })), value: chosen });
        }
        return true;
      },
    });
    return options;
  };
}
