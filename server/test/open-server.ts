import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { buildApp, JOBS } from "../src/api/app.ts";
import type { Config } from "../src/config.ts";
import type { Deps } from "../src/deps.ts";
import type { App } from "../src/platform/http/route.ts";
import { createId } from "../src/platform/id.ts";
import { createLog } from "../src/platform/log.ts";
import { type BuildOptions, buildDeps } from "../src/start/build-deps.ts";
import { findFreeUrl } from "./free-port.ts";
import { databaseAt, onServer } from "./global-setup.ts";
import { testConfig } from "./test-config.ts";

/** A server on a database, and the address where it listens, once it does. */
export interface OpenServer {
  readonly deps: Deps;
  readonly app: App;
  close(): Promise<void>;
}

/** Opens a server on a database of its own. Its public address is one where it can listen, unless `changes` name another. */
export async function openServer(
  changes: Partial<Config>,
  options: Partial<BuildOptions>,
): Promise<OpenServer> {
  const { config, remove } = await copyDatabase({ publicUrl: await findFreeUrl(), ...changes });
  const deps = await buildDeps(config, {
    queueNames: JOBS.map(({ name }) => name),
    works: true,
    log: createLog(config.logLevel),
    ...options,
  });
  const app = await buildApp(deps);
  return {
    deps,
    app,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
      await deps.close();
      await remove();
    },
  };
}

/** A database of its own, a copy of the migrated template, and the settings of a server on it. */
export async function copyDatabase(
  changes: Partial<Config> = {},
): Promise<{ config: Config; remove: () => Promise<void> }> {
  const template = inject("template");
  const serverUrl = inject("databaseUrl");
  const { folder, prefix } = inject("copies");
  const dataDir = mkdtempSync(join(folder, "data-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (serverUrl) {
    const name = `${prefix}${createId()}`;
    await onServer(serverUrl, `create database ${name} template ${template} ${inject("strategy")}`);
    const remove = async () => {
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
      removeFolder();
    };
    return { config: testConfig({ dataDir, databaseUrl: databaseAt(serverUrl, name), ...changes }), remove };
  }
  cpSync(template, dataDir, { recursive: true });
  return {
    config: testConfig({ dataDir, ...changes }),
    remove: async () => removeFolder(),
  };
}
