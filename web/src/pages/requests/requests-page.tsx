import { createLazyRoute } from "@tanstack/react-router";
import { Page } from "../../parts/page/page.tsx";
import { REQUESTS } from "../../words/requests.ts";
import { RequestsList } from "./requests-list.tsx";

export const Route = createLazyRoute("/$environment/requests")({ component: RequestsPage });

function RequestsPage() {
  return (
    <Page title={REQUESTS.list}>
      <RequestsList />
    </Page>
  );
}
