import { readdirSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Connector } from "../server/src/apps/connector.ts";
import type { AuthType } from "../server/src/apps/connector-auth.ts";
import {
  conformActions,
  conformAnswers,
  conformCheck,
  conformCoverage,
  conformRefusal,
  type Trial,
} from "./conform.ts";
import { conformCalls } from "./conform-calls.ts";
import { conformDefaults } from "./conform-defaults.ts";
import { conformOptions, conformPaging } from "./conform-lists.ts";
import { conformOAuth } from "./conform-oauth.ts";
import { conformTrigger } from "./conform-triggers.ts";
import { socketLines } from "./mock-line.ts";
import { CONNECTORS, shipped, vendorOf } from "./shipped.ts";

const lines = socketLines();
afterAll(() => lines.close());

const { connectors, problems } = await shipped();

it("loads every shipped connector without a problem", () => {
  const folders = readdirSync(CONNECTORS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(problems).toEqual([]);
  expect(connectors.map(({ manifest }) => manifest.slug)).toEqual(folders.map((entry) => entry.name).sort());
});

describe.for(connectors.map((one) => [one.manifest.slug, one] as const))("%s", ([slug, one]) => {
  const { info } = one.connector;

  it("has a name, an icon, a check, at least three actions, hints that fit and a trigger", () => {
    expect(info.icon).toMatch(/^data:image\/svg\+xml;base64,/);
    // A mark that is drawn: letters say too little beside thirty others.
    const icon = Buffer.from(info.icon.slice(info.icon.indexOf(",") + 1), "base64").toString();
    expect(icon).not.toContain("<text");
    expect(icon).toContain('viewBox="0 0 40 40"');
    expect(one.connector.check).toBeTypeOf("function");
    expect(info.actions.length).toBeGreaterThanOrEqual(3);
    expect(info.actions.some((action) => action.hints.readOnly)).toBe(true);
    expect(info.actions.some((action) => !action.hints.readOnly)).toBe(true);
    expect(info.triggers.length).toBeGreaterThan(0);
  });

  it.for(authTypes(one.connector))(
    "does with %s all that the vendor documents, and understands each refusal",
    async (type) => {
      const vendor = await vendorOf(slug);
      const trial: Trial = { ...one, vendor, type, open: lines.open };
      conformCoverage(trial);
      await conformOAuth(trial);
      await conformCheck(trial);
      await conformActions(trial);
      await conformDefaults(trial);
      for (const paging of vendor.paging ?? []) await conformPaging(trial, paging);
      for (const options of vendor.options ?? []) await conformOptions(trial, options);
      for (const trigger of vendor.triggers ?? []) await conformTrigger(trial, trigger);
      await conformCalls(trial);
      await conformRefusal(trial);
      await conformAnswers(trial);
    },
  );
});

function authTypes(connector: Connector): AuthType[] {
  const { oauth2, keybased } = connector.info.auth;
  return [...(oauth2 ? (["oauth2"] as const) : []), ...(keybased ? (["keybased"] as const) : [])];
}
