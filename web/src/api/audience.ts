import {
  createOperatorClient,
  createSessionClient,
  type Environment,
  type PathWith,
  type Send,
} from "@junctor/sdk";
import { watchedFetch } from "./connection.ts";
import { parseExactJson } from "./exact-json.ts";

/** The customer who has a page open: one linked account, in one environment. */
export interface CustomerPage {
  readonly environment: Environment;
  /** The currently valid session token. */
  readonly token: () => Promise<string>;
  /** The product's own name. */
  readonly company: string;
  /** The page of the portal that it was opened from. */
  readonly back: { readonly href: string; readonly label: string };
}

let customer: CustomerPage | undefined;
const clients = new Map<Environment, Send>();

/** Makes this window send its requests as a customer, not as an operator; called before anything is shown. */
export function openForCustomer(page: CustomerPage): void {
  customer = page;
}

/** The customer who has the page open; undefined for operators. */
export function customerPage(): CustomerPage | undefined {
  return customer;
}

/** Sends requests in an environment as the user of the page. */
export function getClient(environment: Environment): Send {
  const known = clients.get(environment);
  if (known) return known;
  const connection = { baseUrl: location.origin, fetch: watchedFetch, parse: parseExactJson };
  const made = customer
    ? createSessionClient({ ...connection, token: customer.token })
    : createOperatorClient({ ...connection, environment });
  clients.set(environment, made);
  return made;
}

/** Where workflows are listed: all of the organization's, or those offered to a customer and its own. */
export function workflowList(): "/api/v2/public/workflow/all" {
  const path: PathWith<"get"> = customer ? "/api/v2/public/workflow" : "/api/v2/public/workflow/all";
  // Both take the same query and answer in the same form.
  return path as "/api/v2/public/workflow/all";
}
