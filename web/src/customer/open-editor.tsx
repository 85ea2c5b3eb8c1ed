import { colorsTuple, createTheme, MantineProvider, mergeThemeOverrides, virtualColor } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { openForCustomer } from "../api/audience.ts";
import { createQueries } from "../api/queries.ts";
import { Notices } from "../parts/page/notices.tsx";
import { theme } from "../theme.ts";
import { createCustomerRouter } from "./router.tsx";
import { sessionTokens } from "./session-tokens.ts";
import type { CustomerVisit } from "./visit.ts";

/** The editor of one workflow, for the customer that owns it (D394). */
export function openEditor(element: HTMLElement, visit: CustomerVisit): void {
  const { environment, back, company, session, scheme } = visit;
  openForCustomer({ environment, back, company, token: sessionTokens(session) });
  const router = createCustomerRouter(visit);
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={mergeThemeOverrides(theme, inColor(visit))}
        defaultColorScheme="auto"
        {...(scheme !== "auto" && { forceColorScheme: scheme })}
      >
        <QueryClientProvider client={createQueries()}>
          <ModalsProvider>
            <Notices />
            <RouterProvider router={router} />
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

/** The company's color replaces ours; the server has made it readable. */
function inColor({ accent }: CustomerVisit) {
  return createTheme({
    primaryColor: "company",
    colors: {
      companyLight: colorsTuple(accent.light),
      companyDark: colorsTuple(accent.dark),
      company: virtualColor({ name: "company", light: "companyLight", dark: "companyDark" }),
    },
  });
}
