import type { Json } from "../../../../platform/json/json.ts";
import type { ValueName } from "../../../connector.ts";
import type { PieceDemand, TriggerStore } from "../messages.ts";

/** What pieces keep between calls: for a flow, or with the scope COLLECTION for all flows of a project. */
export interface KeyValueStore {
  put<Value>(key: string, value: Value, scope?: string): Promise<Value>;
  get(key: string, scope?: string): Promise<unknown>;
  delete(key: string, scope?: string): Promise<void>;
}

/** The values that Junctor keeps for the account. */
export function createAccountStore(demand: (demand: PieceDemand) => Promise<Json>): KeyValueStore {
  const nameOf = (key: string, scope?: string): ValueName => ({
    key: String(key),
    scope: scope === "COLLECTION" ? "account" : "workflow",
  });
  return {
    put: async (key, value, scope) => {
      await demand({ verb: "putValue", name: nameOf(key, scope), value: (value ?? null) as Json }); // sent as JSON
      return value;
    },
    get: (key, scope) => demand({ verb: "getValue", name: nameOf(key, scope) }),
    delete: async (key, scope) => {
      await demand({ verb: "deleteValue", name: nameOf(key, scope) });
    },
  };
}

/** The values of one trigger, which are its state. */
export function createTriggerStore(state: TriggerStore): KeyValueStore {
  const nameOf = (key: string, scope?: string) => (scope === "COLLECTION" ? `project/${key}` : key);
  return {
    put: async (key, value, scope) => {
      state[nameOf(key, scope)] = value as Json; // sent as JSON
      return value;
    },
    get: async (key, scope) => {
      const name = nameOf(key, scope);
      return Object.hasOwn(state, name) ? state[name] : null;
    },
    delete: async (key, scope) => {
      delete state[nameOf(key, scope)];
    },
  };
}
