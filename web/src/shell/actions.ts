import type { Environment } from "@junctor/sdk";
import { mayAs, type Role } from "../api/session.ts";
import type { PageAddress } from "../parts/links/page-link.tsx";
import { FIND } from "../words/find.ts";

/** A command that is available everywhere. */
interface Action {
  readonly label: string;
  readonly page: PageAddress;
  readonly least: Role;
}

const ACTIONS: readonly Action[] = [
  {
    label: FIND.addCustomer,
    page: { to: "/$environment/customers", search: { open: "add" } },
    least: "developer",
  },
  {
    label: FIND.newWorkflow,
    page: { to: "/$environment/workflows", search: { open: "new" } },
    least: "developer",
  },
  {
    label: FIND.importWorkflow,
    page: { to: "/$environment/workflows", search: { open: "import" } },
    least: "developer",
  },
  { label: FIND.sendEvent, page: { to: "/$environment/events/send" }, least: "developer" },
  { label: FIND.newEvent, page: { to: "/$environment/events/definitions/new" }, least: "developer" },
  { label: FIND.newWebhook, page: { to: "/$environment/webhooks/new" }, least: "developer" },
  { label: FIND.importOpenApi, page: { to: "/$environment/applications/add/openapi" }, least: "developer" },
  { label: FIND.addMcp, page: { to: "/$environment/applications/add/mcp" }, least: "developer" },
  {
    label: FIND.addApplication,
    page: { to: "/$environment/applications/add/definition" },
    least: "developer",
  },
  {
    label: FIND.newKey,
    page: { to: "/$environment/settings/api-keys", search: { open: "new" } },
    least: "developer",
  },
  {
    label: FIND.showFailures,
    page: { to: "/$environment/executions", search: { status: "ERRORED" } },
    least: "viewer",
  },
  {
    label: FIND.showFailedDeliveries,
    page: { to: "/$environment/webhooks/deliveries", search: { status: "failed" } },
    least: "viewer",
  },
  {
    label: FIND.showFailedRequests,
    page: { to: "/$environment/requests", search: { status: "failed" } },
    least: "viewer",
  },
  { label: FIND.showDecisions, page: { to: "/$environment/approvals" }, least: "viewer" },
];
// Operators belong to the whole organization, which production's owners manage.
const INVITE: Action = {
  label: FIND.invite,
  page: { to: "/$environment/settings/operators", search: { open: "invite" } },
  least: "owner",
};

/** The commands for these roles. */
export function actionsFor(
  roles: Readonly<Record<Environment, Role | null>>,
  environment: Environment,
): readonly Action[] {
  const own = ACTIONS.filter(({ least }) => mayAs(roles[environment], least));
  return mayAs(roles.production, INVITE.least) ? [...own, INVITE] : own;
}
