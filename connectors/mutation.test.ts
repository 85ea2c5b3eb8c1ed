import { afterAll, describe, expect, it } from "vitest";
import type { AuthType } from "../server/src/apps/connector-auth.ts";
import { createManifestConnector } from "../server/src/apps/providers/manifest/manifest-connector.ts";
import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { IS_SHORT, selectCases } from "../server/test/short-form.ts";
import { conformActions, conformAnswers, conformCheck, conformRefusal, type Trial } from "./conform.ts";
import { conformCalls } from "./conform-calls.ts";
import { conformOptions, conformPaging } from "./conform-lists.ts";
import { conformOAuth } from "./conform-oauth.ts";
import { conformTrigger } from "./conform-triggers.ts";
import { EQUIVALENT } from "./equivalent-mutants.ts";
import { directLine } from "./mock-line.ts";
import type { MockVendor } from "./mock-vendor.ts";
import { type Mutant, mutantsOf, type Part } from "./mutants.ts";
import { shipped, vendorOf } from "./shipped.ts";

const { connectors } = await shipped();
let tried = 0;
afterAll(() => console.log(`${tried} manifests with one mistake each were tried.`));

describe.for(connectors.map(({ manifest }) => [manifest.slug, manifest] as const))(
  "%s",
  ([slug, manifest]) => {
    it("passes its suite without sockets", async () => {
      const vendor = await vendorOf(slug);
      for (const type of kinds(manifest)) await conformWhole(trialOf(manifest, vendor, type));
    });

    it("fails its suite with any mistake in its manifest", async () => {
      const vendor = await vendorOf(slug);
      const mutants = selectCases(mutantsOf(manifest), 10);
      tried += mutants.length;
      const survivors: string[] = [];
      for (const mutant of mutants) if (await survives(mutant, vendor)) survivors.push(mutant.what);
      const equivalent = new Set(Object.keys(EQUIVALENT[slug] ?? {}));
      const expected = IS_SHORT
        ? mutants.map(({ what }) => what).filter((what) => equivalent.has(what))
        : [...equivalent];
      expect(survivors.sort()).toEqual(expected.sort());
    });
  },
);

function kinds({ auth }: Manifest): AuthType[] {
  return (["oauth2", "keybased"] as const).filter((type) => auth[type] !== undefined);
}

function trialOf(manifest: Manifest, vendor: MockVendor, type: AuthType): Trial {
  return { manifest, connector: createManifestConnector(manifest, ""), vendor, type, open: directLine };
}

/** Runs the part that must detect the mistake first, and the rest of the suite only if it does not. */
async function survives({ manifest, part }: Mutant, vendor: MockVendor): Promise<boolean> {
  for (const type of kinds(manifest)) {
    try {
      const trial = trialOf(manifest, vendor, type);
      await conformPart(trial, part);
      await conformWhole(trial);
    } catch {
      return false; // any failure means that the suite has detected the mistake
    }
  }
  return true;
}

async function conformPart(trial: Trial, part: Part): Promise<void> {
  if (part.kind === "check") return conformCheck(trial);
  if (part.kind === "oauth2") return conformOAuth(trial);
  if (part.kind === "errors") return conformAnswers(trial);
  const { vendor } = trial;
  const { kind, id } = part;
  for (const one of vendor.paging ?? [])
    if (kind === "action" && one.action === id) await conformPaging(trial, one);
  for (const one of vendor.options ?? [])
    if (kind === "options" && one.list === id) await conformOptions(trial, one);
  for (const one of vendor.triggers ?? [])
    if (kind === "trigger" && one.trigger === id) await conformTrigger(trial, one);
  await conformCalls(trial, id);
  if (kind === "action") await conformActions(trial);
}

async function conformWhole(trial: Trial): Promise<void> {
  const { vendor } = trial;
  await conformCheck(trial);
  await conformActions(trial);
  for (const one of vendor.paging ?? []) await conformPaging(trial, one);
  for (const one of vendor.options ?? []) await conformOptions(trial, one);
  for (const one of vendor.triggers ?? []) await conformTrigger(trial, one);
  await conformCalls(trial);
  await conformRefusal(trial);
  await conformAnswers(trial);
  await conformOAuth(trial);
}
