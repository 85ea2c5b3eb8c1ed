import { Type } from "typebox";
import { scopeOf } from "../auth/guard.ts";
import type { Deps } from "../deps.ts";
import { type App, ById } from "../platform/http/route.ts";
import { envelope, PageEnvelope, PageQuery, pageOf } from "../platform/page.ts";
import {
  CreatedMcpServer,
  McpServer,
  McpServerBody,
  McpServerSummary,
  NewMcpServer,
  presentServer,
  presentSummary,
  readServer,
} from "./schema.ts";
import { deleteServer, insertServer, listServers, readServerRow, updateServer } from "./store.ts";

const BASE = "/api/v2/public/mcp-servers";
const tags = ["MCP servers"];

/** MCP server records (spec 2.1 and 4.1). */
export function mcpRoutes(app: App, deps: Pick<Deps, "db" | "queue" | "clock">): void {
  collectionRoutes(app, deps);
  recordRoutes(app, deps);
}

function collectionRoutes(app: App, { db, clock }: Pick<Deps, "db" | "clock">): void {
  app.get(
    BASE,
    {
      config: { auth: "account" },
      schema: {
        operationId: "listMcpServers",
        summary: "List MCP servers, newest first",
        tags,
        querystring: PageQuery,
        response: { 200: Type.Object({ docs: Type.Array(McpServerSummary), ...PageEnvelope }) },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { rows, total } = await listServers(db, scopeOf(request), page);
      return { docs: rows.map(presentSummary), ...envelope(page, total) };
    },
  );

  app.post(
    BASE,
    {
      config: { auth: "account" },
      schema: {
        operationId: "createMcpServer",
        summary: "Create an MCP server",
        tags,
        body: NewMcpServer,
        response: { 201: CreatedMcpServer },
      },
    },
    async (request, reply) => {
      const { name, description } = request.body;
      const input = { ...readServer(request.body), name, description };
      const { id } = await insertServer(db, scopeOf(request), input, clock.now());
      return reply.code(201).send({ _id: id, name, description });
    },
  );
}

function recordRoutes(app: App, { db, queue, clock }: Pick<Deps, "db" | "queue" | "clock">): void {
  app.get(
    `${BASE}/:id`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "getMcpServer",
        summary: "Read an MCP server",
        tags,
        params: ById,
        response: { 200: McpServer },
      },
    },
    async (request) => presentServer(await readServerRow(db, scopeOf(request), request.params.id)),
  );

  app.put(
    `${BASE}/:id`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "updateMcpServer",
        summary: "Set fields of an MCP server; what is not given stays",
        tags,
        params: ById,
        body: McpServerBody,
        response: { 200: McpServer },
      },
    },
    async (request) => {
      const change = { input: readServer(request.body), now: clock.now() };
      return presentServer(
        await queue.transaction((tx) => updateServer(tx, scopeOf(request), request.params.id, change)),
      );
    },
  );

  app.delete(
    `${BASE}/:id`,
    {
      config: { auth: "account" },
      schema: {
        operationId: "deleteMcpServer",
        summary: "Delete an MCP server",
        tags,
        params: ById,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteServer(db, scopeOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
