import type { Application } from "../../src/apps/catalog/application.ts";
import type { Connector } from "../../src/apps/connector.ts";
import type { AuthInfo, AuthType } from "../../src/apps/connector-auth.ts";
import type { ConnectionRow } from "../../src/apps/store.ts";
import { readBrand } from "../../src/pages/brand.ts";
import type { Words } from "../../src/pages/words/words.ts";
import type { Visit } from "../../src/portal/visit.ts";

/** All data is Greek or digits, so that any Latin letter on a page is one of our texts. */
export const DATA = {
  name: "Γραφείο",
  description: "Αιτήματα πελατών",
  company: "Βοριάς",
  account: "4711",
  person: "Ελένη",
};

export const NOW = new Date("2026-03-05T14:07:00Z");

const FIELD = { type: "text", required: true, secret: false } as const;

/** An application with one field of each kind. */
export function inventedApplication(types: AuthType[], auth: Partial<AuthInfo> = {}): Application {
  const settings = [
    { ...FIELD, name: "a", label: "Ομάδα", helpText: "Όπως στη διεύθυνση" },
    { ...FIELD, name: "b", label: "Θέσεις", type: "number" as const },
    {
      ...FIELD,
      name: "c",
      label: "Περιοχή",
      type: "select" as const,
      options: [{ name: "Ευρώπη", value: "1" }],
    },
    { ...FIELD, name: "d", label: "Δοκιμή", type: "boolean" as const },
    { ...FIELD, name: "e", label: "Κλειδί", type: "password" as const, secret: true, required: false },
  ];
  const info = {
    slug: "1",
    name: DATA.name,
    description: DATA.description,
    icon: "",
    auth: { defaultType: types[0] ?? "keybased", settings, keybased: { fields: [] }, ...auth },
  };
  return {
    id: "1",
    custom: false,
    connector: { info } as unknown as Connector,
    settings: undefined,
    authTypes: types,
    enabled: true,
  };
}

/** A connection of an application. */
export function inventedConnection(changes: Partial<ConnectionRow>): ConnectionRow {
  const row: Partial<ConnectionRow> = {
    slug: "1",
    status: "active",
    identifier: null,
    name: null,
    place: 1,
    is_default: true,
    connected_at: NOW,
  };
  return { ...row, ...changes } as ConnectionRow;
}

/** A visit to a link. */
export function inventedVisit(
  words: Words,
  link: Partial<Visit["link"]> = {},
  visit: Partial<Visit> = {},
): Visit {
  const account = { id: "1", accountId: DATA.account };
  return {
    link: {
      id: "1",
      token: "1",
      scope: { orgId: "1", environment: "test", account },
      configId: "1",
      properties: {},
      product: {},
      accountName: DATA.person,
      used: false,
      withoutAssistants: false,
      ...link,
    },
    brand: readBrand({}, { name: DATA.company, support: "https://1.2.3.4/" }),
    words,
    asked: undefined,
    carried: {},
    company: DATA.company,
    base: "/1",
    formToken: "1",
    framed: false,
    isAlone: false,
    ...visit,
  };
}
