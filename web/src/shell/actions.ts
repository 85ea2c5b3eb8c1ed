import type { Environment } from "@junctor/sdk";
import { mayAs, type Role } from "../api/session.ts";
import { SHELL } from "../words/shell.ts";

/** A command that is available everywhere: its page, below the environment. */
interface Action {
  readonly label: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly least: Role;
}

const ACTIONS: readonly Action[] = [
  { label: SHELL.addCustomer, to: "customers", search: { open: "add" }, least: "developer" },
  { label: SHELL.newWorkflow, to: "workflows", search: { open: "new" }, least: "developer" },
  { label: SHELL.importWorkflow, to: "workflows", search: { open: "import" }, least: "developer" },
  { label: SHELL.sendEvent, to: "events/send", least: "developer" },
  { label: SHELL.newEvent, to: "events/definitions/new", least: "developer" },
  { label: SHELL.newWebhook, to: "webhooks/new", least: "developer" },
  { label: SHELL.importOpenApi, to: "applications/add/openapi", least: "developer" },
  { label: SHELL.addMcp, to: "applications/add/mcp", least: "developer" },
  { label: SHELL.addApplication, to: "applications/add/definition", least: "developer" },
  { label: SHELL.newKey, to: "settings/api-keys", search: { open: "new" }, least: "developer" },
  { label: SHELL.showFailures, to: "executions", search: { status: "ERRORED" }, least: "viewer" },
  {
    label: SHELL.showFailedDeliveries,
    to: "webhooks/deliveries",
    search: { status: "failed" },
    least: "viewer",
  },
  { label: SHELL.showDecisions, to: "approvals", least: "viewer" },
];
// Operators belong to the whole organization, which production's owners manage.
const INVITE: Action = {
  label: SHELL.invite,
  to: "settings/operators",
  search: { open: "invite" },
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
