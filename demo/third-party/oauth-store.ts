import type { StoredPayload, StoreForModel } from "oidc-provider";

type Entry = { payload: StoredPayload; expiresAt: number };

/**
 * Creates the authorization server's storage: in memory, new with each start; expired entries are treated as missing.
 */
export function createOauthStore(): (model: string) => StoreForModel {
  const entries = new Map<string, Entry>();

  function get(key: string): StoredPayload | undefined {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAt > Date.now() ? entry.payload : undefined;
  }

  function findBy(model: string, field: "uid" | "userCode", value: string): StoredPayload | undefined {
    for (const [key, { payload }] of entries) {
      if (key.startsWith(`${model}:`) && payload[field] === value) {
        return get(key);
      }
    }
    return undefined;
  }

  return (model) => ({
    async upsert(id, payload, expiresInSeconds) {
      const expiresAt = Date.now() + (expiresInSeconds ?? Number.POSITIVE_INFINITY) * 1000;
      entries.set(`${model}:${id}`, { payload, expiresAt });
    },
    find: async (id) => get(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, "uid", uid),
    findByUserCode: async (userCode) => findBy(model, "userCode", userCode),
    async consume(id) {
      const payload = get(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
