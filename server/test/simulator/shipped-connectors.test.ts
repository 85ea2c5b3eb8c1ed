import { afterAll, beforeAll, expect, test } from "vitest";
import { type Shipped, shipped, vendorOf } from "../../../connectors/shipped.ts";
import type { ConnectorCall, JsonObject } from "../../src/apps/connector.ts";
import { buildConsentUrl } from "../../src/apps/oauth2/authorize.ts";
import { fetchMintedToken } from "../../src/apps/oauth2/minted-token.ts";
import { revokeToken } from "../../src/apps/oauth2/revoke.ts";
import { createPkce } from "../../src/apps/oauth2/state.ts";
import { exchangeCode, refreshTokens, type Tokens } from "../../src/apps/oauth2/token-endpoint.ts";
import { parseAllowList } from "../../src/platform/outbound/address-guard.ts";
import { createOutbound, type Outbound } from "../../src/platform/outbound/outbound.ts";
import type { Simulator } from "../../src/simulator/simulator.ts";
import { startSimulator } from "../../src/simulator/start-simulator.ts";
import { answerConsent } from "./consent-browser.ts";

let simulator: Simulator;
let outbound: Outbound;
/** What the tokens expire by. */
let now = Date.now();
const { connectors } = await shipped();
beforeAll(async () => {
  simulator = await startSimulator({ now: () => now });
  const { url: origin, hosts } = simulator;
  outbound = createOutbound({ allow: parseAllowList(""), diversion: { origin, hosts } });
});
afterAll(() => Promise.all([outbound.close(), simulator.close()]));

const slugOf = ({ manifest }: Shipped) => manifest.slug;
const withConsent = connectors.filter(({ connector }) => connector.info.auth.oauth2 !== undefined);
const withKey = connectors.filter(({ connector }) => connector.info.auth.keybased !== undefined);
const client = { id: "any-client", secret: "any secret" };
const redirectUri = "https://junctor.example/api/v1/app/callback";

type Values = ConnectorCall["credential"]["values"];

function check({ connector }: Shipped, type: "oauth2" | "keybased", values: Values, settings: JsonObject) {
  const http: ConnectorCall["http"] = (request) => outbound.request(request);
  return connector.check?.({ credential: { type, settings, values }, http, now: () => now } as ConnectorCall);
}

async function giveConsent({ connector, manifest }: Shipped, settings: JsonObject, account: string) {
  const spec = connector.info.auth.oauth2;
  if (spec === undefined) throw new Error("no consent");
  const { verifier, challenge } = createPkce();
  const address = buildConsentUrl({
    ...{ spec, client, settings, redirectUri, scopes: spec.scopes, state: "s-1" },
    ...(spec.pkce && { challenge }),
    refusal: outbound.refusal,
  });
  const back = await answerConsent(outbound.browserUrl(address), { account });
  expect(back.searchParams.get("state")).toBe("s-1");
  const request = { outbound, spec, client, settings, name: manifest.name, nowMs: now };
  const proof = { redirectUri, verifier: spec.pkce ? verifier : undefined };
  return { spec, request, tokens: await exchangeCode(request, back.searchParams.get("code") ?? "", proof) };
}

test("every shipped connector is played", () => {
  expect(simulator.applications.map(({ slug }) => slug).sort()).toEqual(connectors.map(slugOf));
});

test.each(withConsent.map((one) => [slugOf(one), one] as const))(
  "%s: consent gives tokens that work, are renewed, expire and are revoked",
  async (slug, one) => {
    const { settings = {} } = await vendorOf(slug);
    const { spec, request, tokens } = await giveConsent(one, settings, "Globex");
    await check(one, "oauth2", tokens.values, settings);
    expect(tokens.values.access_token).toMatch(/-globex_/);
    let current: Tokens = tokens;
    if (tokens.refreshToken !== undefined) {
      current = await refreshTokens(request, tokens.refreshToken);
      await check(one, "oauth2", { ...tokens.values, ...current.values }, settings);
    }
    const token = current.refreshToken ?? tokens.refreshToken ?? String(current.values.access_token);
    const values = { ...tokens.values, ...current.values };
    await revokeToken(outbound, { spec, client, settings, token });
    if (spec.revokeUrl === undefined) simulator.fault({ application: slug, kind: "revoked" });
    await expect(check(one, "oauth2", values, settings)).rejects.toMatchObject({ code: "auth" });
    if (current.refreshToken !== undefined)
      await expect(refreshTokens(request, token)).rejects.toMatchObject({ kind: "dead" });
    simulator.reset();
  },
);

test.each(withConsent.map((one) => [slugOf(one), one] as const))(
  "%s: a token ends when the vendor says so",
  async (slug, one) => {
    const { settings = {}, oauth } = await vendorOf(slug);
    const { tokens } = await giveConsent(one, settings, "Acme");
    const [before, later] = [now, now + (oauth?.lasts ?? 10 * 365 * 86_400) * 1000];
    now = later - 1500;
    await check(one, "oauth2", tokens.values, settings);
    now = later + 1500;
    const expired = check(one, "oauth2", tokens.values, settings);
    if (oauth?.lasts === undefined) await expired;
    else await expect(expired).rejects.toMatchObject({ code: "auth" });
    now = before;
  },
);

test.each(withKey.map((one) => [slugOf(one), one] as const))(
  "%s: connects with the values that the simulator names, and not with others",
  async (slug, one) => {
    const { keybased, settings: asked } = one.connector.info.auth;
    const entered =
      simulator.applications.find((application) => application.slug === slug)?.credentials ?? {};
    const names = asked.map(({ name }) => name);
    const pick = (isSetting: boolean) =>
      Object.fromEntries(Object.entries(entered).filter(([name]) => names.includes(name) === isSetting));
    const settings = pick(true);
    let values: Values = pick(false);
    if (keybased?.token !== undefined) {
      const minting = { spec: keybased.token, outbound, settings, name: slug, nowMs: now, values };
      values = { ...values, ...(await fetchMintedToken(minting)).values };
    }
    await check(one, "keybased", values, settings);
    const wrong = Object.fromEntries(Object.keys(values).map((name) => [name, `wrong-${name}`]));
    const { bad } = (await vendorOf(slug)).credentials.keybased ?? { bad: {} };
    const refused = check(one, "keybased", { ...wrong, ...bad }, settings);
    await expect(refused).rejects.toMatchObject({ code: "auth" });
  },
);
