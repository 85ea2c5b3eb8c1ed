import { createOperatorClient, createSessionClient, type Environment, type Send } from "@junctor/sdk";
import { watchedFetch } from "./connection.ts";

/** A page that a customer has open: of one linked account, in one environment. */
export interface CustomerPage {
  readonly environment: Environment;
  /** The session token that is good now. */
  readonly token: () => Promise<string>;
  /** Whose product it is, as it calls itself. */
  readonly company: string;
  /** The page of the portal that it was opened from. */
  readonly back: { readonly href: string; readonly label: string };
}

let customer: CustomerPage | undefined;
const clients = new Map<Environment, Send>();

/** Has everything that this window asks be asked by a customer, not by an operator; called before anything is shown. */
export function openForCustomer(page: CustomerPage): void {
  customer = page;
}

/** The page that a customer has open; undefined where operators are. */
export function customerPage(): CustomerPage | undefined {
  return customer;
}

/** Sends requests in an environment as whoever has the page open. */
export function clientOf(environment: Environment): Send {
  const known = clients.get(environment);
  if (known) return known;
  const connection = { baseUrl: location.origin, fetch: watchedFetch };
  const made = customer
    ? createSessionClient({ ...connection, token: customer.token })
    : createOperatorClient({ ...connection, environment });
  clients.set(environment, made);
  return made;
}

/** Where workflows are listed: all of the organization's, or those that a customer is shown and its own. */
export function workflowList(): "/api/v2/public/workflow/all" {
  // Both take the same query and answer in the same form.
  return (
    customer ? "/api/v2/public/workflow" : "/api/v2/public/workflow/all"
  ) as "/api/v2/public/workflow/all";
}
