import { expect } from "vitest";
import type { JsonObject } from "../server/src/apps/connector.ts";
import { isObject, type Json } from "../server/src/platform/json/json.ts";
import { attempt, succeed, type Trial } from "./conform.ts";
import type { MockRequest } from "./mock-vendor.ts";

interface DefaultedInput {
  action: string;
  name: string;
  value: Json;
}

/** Each input with a default is left out once: the vendor accepts the call, and gets what it gets with the default given. */
export async function conformDefaults(trial: Trial): Promise<void> {
  const { cases, calls = [] } = trial.vendor;
  for (const { action, name, value } of defaultedInputs(trial)) {
    if (!cases.some((one) => one.action === action)) {
      const isLeftOut = calls.some((one) => "action" in one && one.action === action && !(name in one.input));
      expect(isLeftOut, `a call of ${action} leaves out ${name}, and shows what is sent`).toBe(true);
      continue;
    }
    const left = await lastRequests(trial, action, ({ [name]: _, ...input }) => input);
    const given = await lastRequests(trial, action, (input) => ({ ...input, [name]: value }));
    expect(left, `${action} without ${name}`).toEqual(given);
  }
}

function defaultedInputs({ connector }: Trial): DefaultedInput[] {
  return connector.info.actions.flatMap(({ id, input }) =>
    Object.entries(isObject(input.properties) ? input.properties : {}).flatMap(([name, property]) => {
      const value = isObject(property) ? property.default : undefined;
      return value === undefined ? [] : [{ action: id, name, value }];
    }),
  );
}

/** What the vendor is asked by the action's first case with another input, after the cases before it. */
async function lastRequests(
  trial: Trial,
  wanted: string,
  change: (input: JsonObject) => JsonObject,
): Promise<unknown[]> {
  const { connector, vendor } = trial;
  const index = vendor.cases.findIndex(({ action }) => action === wanted);
  let asked: readonly MockRequest[] = [];
  await attempt(trial, async ({ call, line }) => {
    for (const { action, input } of vendor.cases.slice(0, index))
      await succeed(action, connector.run(action, { ...call, input: input as JsonObject }));
    const before = line.requests.length;
    const input = change(vendor.cases[index]?.input as JsonObject); // every action has a case
    await succeed(wanted, connector.run(wanted, { ...call, input, idempotencyKey: "same" }));
    asked = line.requests.slice(before);
  });
  return asked.map(({ method, path, query, body }) => [method, path, String(query), body]);
}
