import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { JOBS } from "../src/api/app.ts";
import { createLog } from "../src/platform/log.ts";
import { buildDeps } from "../src/start/build-deps.ts";
import { testConfig } from "./test-config.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a migrated embedded database, or the name of a migrated database to clone. */
    template: string;
    /** What follows the template where a database is made of it on a server. */
    strategy: string;
    /** TEST_DATABASE_URL; empty in embedded mode. */
    databaseUrl: string;
    /** Of the copies that tests make of the template: removed at the end, whatever becomes of their processes. */
    copies: { readonly folder: string; readonly prefix: string };
    /** Whether the files of a process share a server: set by the project, in vitest.config.ts. */
    sharesServer: boolean;
  }
}

/** Migrates one empty database, which every test file then copies: in the folder, or as PostgreSQL's template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databaseUrl = process.env.TEST_DATABASE_URL ?? "";
  const folder = mkdtempSync(join(tmpdir(), "junctor-test-"));
  const prefix = `junctor_test_${process.pid}_`;
  const template = databaseUrl ? `${prefix}template` : join(folder, "template");
  if (databaseUrl) await onServer(databaseUrl, `create database ${template}`);
  const target = databaseUrl ? databaseAt(databaseUrl, template) : undefined;
  const config = testConfig({ databaseUrl: target, dataDir: template });
  const deps = await buildDeps(config, {
    queueNames: JOBS.map(({ name }) => name),
    works: false,
    log: createLog("warn"),
  });
  await deps.close();
  project.provide("template", template);
  project.provide("strategy", databaseUrl ? await findStrategy(databaseUrl) : "");
  project.provide("databaseUrl", databaseUrl);
  project.provide("copies", { folder, prefix });
  return async () => {
    if (databaseUrl) await dropDatabases(databaseUrl, prefix);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query("select datname from pg_database where starts_with(datname, $1)", [
      prefix,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

/** Copies files, as servers before PostgreSQL 15 always do: writing each page into the log, too, costs a core several times as much. */
async function findStrategy(url: string): Promise<string> {
  const [row] = await onServer(url, "show server_version_num");
  return Number(row?.server_version_num) >= 150_000 ? "strategy file_copy" : "";
}

/** Runs one statement on the database server, outside of any test's database. */
export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseAt(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
