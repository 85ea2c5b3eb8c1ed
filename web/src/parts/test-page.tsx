import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, configure, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterAll, beforeAll } from "vitest";
import { createQueries } from "../api/queries.ts";
import { type Role, sessionQuery } from "../api/session.ts";
import { theme } from "../theme.ts";
import { Notices } from "./page/notices.tsx";

// Only for what never comes: a busy machine takes many times as long as a quiet one.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(message?.split("\n").slice(0, 3).join("\n")),
});

/** The server behind the components of a test file. */
interface Backend {
  readonly baseUrl: string;
  // biome-ignore lint/suspicious/noExplicitAny: replies of many kinds, in tests only
  api(method: string, path: string, body?: unknown, account?: string): Promise<any>;
  signIn(role: Role): Promise<string>;
  /** Starts running jobs, which nothing does otherwise. */
  work(): void;
  close(): Promise<void>;
}

// The dashboard's code knows nothing of the server's, so this is no import.
const [startServer] = Object.values(
  import.meta.glob<() => Promise<Backend>>("../../test/component-server.ts", {
    import: "startComponentServer",
    eager: true,
  }),
);

let isServed = false;

interface TestBackend extends Pick<Backend, "api" | "work"> {
  /** Has the next page be that of a new operator with this role; at first it is an owner's. */
  signIn(role: Role): Promise<void>;
  /** The requests that change something, as they are sent: method, path and body. */
  readonly sent: (readonly [method: string, path: string, body: unknown])[];
}

/** Starts a server for the components of a test file, which reach it as its signed-in operator. */
export function startBackend(): TestBackend {
  const { fetch: send } = globalThis;
  let backend: Backend | undefined;
  let cookie = "";
  const known = () => backend ?? raise();
  const test: TestBackend = {
    api: (...call) => known().api(...call),
    work: () => known().work(),
    signIn: async (role) => {
      cookie = await known().signIn(role);
    },
    sent: [],
  };
  beforeAll(async () => {
    backend = await startServer?.();
    await test.signIn("owner");
    isServed = true;
    globalThis.fetch = (input, init) => {
      const { origin, pathname, search } = new URL(String(input));
      if (origin !== location.origin) return send(input, init);
      const method = init?.method ?? "GET";
      if (method !== "GET") test.sent.push([method, pathname, bodyOf(init?.body)]);
      const headers = new Headers(init?.headers);
      headers.set("cookie", cookie);
      return send(`${known().baseUrl}${pathname}${search}`, { ...init, headers });
    };
  });
  afterAll(async () => {
    cleanup();
    isServed = false;
    globalThis.fetch = send;
    await backend?.close();
  });
  return test;
}

function raise(): never {
  throw new Error("The server has not started.");
}

function bodyOf(body: unknown): unknown {
  return typeof body === "string" && body !== "" ? JSON.parse(body) : body;
}

/**
 * Shows elements as the page at this address, in place of what was shown before; returns who uses it, and the address
 * that it has by now.
 */
export async function show(page: ReactNode, at = "/test") {
  cleanup();
  notifications.clean();
  const queries = createQueries();
  // As the dashboard's first route does it.
  if (isServed) await queries.ensureQueryData(sessionQuery);
  const root = createRootRoute();
  const routes = ["/$environment", "/$environment/$"].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => page }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text && `?${text}`;
    },
  });
  await router.load();
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <ModalsProvider>
          <Notices />
          <RouterProvider router={router as never} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), address: () => router.state.location.href };
}
