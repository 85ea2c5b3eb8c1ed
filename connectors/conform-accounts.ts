import { expect } from "vitest";
import type { Http } from "../server/src/apps/connector.ts";
import { callOf, succeed, type Trial } from "./conform.ts";

/**
 * After a consent, the connector lists the accounts as the vendor documents, and then sends its requests to the chosen
 * one.
 */
export async function conformAccounts(trial: Trial): Promise<void> {
  const { connector, vendor } = trial;
  expect(vendor.accounts !== undefined, "the mock lists the accounts of a consent").toBe(
    connector.accounts !== undefined,
  );
  if (vendor.accounts === undefined) return;
  const { sends, answer, expected, checks } = vendor.accounts;
  const { authorization = `Bearer ${vendor.credentials.oauth2?.good.access_token}` } = vendor.accounts;
  const sent: string[] = [];
  const http: Http = async ({ method, url, headers = {} }) => {
    if (sent.length === 0) expect(headers.authorization, "the accounts' token").toBe(authorization);
    sent.push(`${method} ${url}`);
    const body = sent.length === 1 ? answer : {};
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify(body)),
    };
  };
  const { credential, ...call } = callOf(trial, { http }, "good");
  const { settings } = credential;
  const names = connector.info.auth.oauth2?.accountSettings ?? [];
  const entered = Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
  const listed = connector.accounts?.({ ...call, credential: { ...credential, settings: entered } });
  const accounts = await succeed("the accounts", listed ?? Promise.resolve([]));
  expect(accounts, "the accounts").toEqual(expected);
  for (const account of accounts) {
    const chosen = { ...credential, settings: { ...entered, ...account.settings } };
    await connector.check?.({ ...call, credential: chosen });
  }
  expect(sent, "the requests").toEqual([sends, ...checks]);
}
