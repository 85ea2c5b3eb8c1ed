import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/customers")({ component: CustomersPage });

function CustomersPage() {
  return <Page title={SHELL.customers}>{null}</Page>;
}
