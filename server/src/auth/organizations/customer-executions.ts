import type { Environment } from "../scope.ts";

/**
 * What the portal shows customers of their executions: nothing; names, times, states and reasons; or also what the
 * executions received and what their steps returned, as session tokens read it.
 */
export const CUSTOMER_EXECUTIONS = ["off", "results", "data"] as const;

export type CustomerExecutions = (typeof CUSTOMER_EXECUTIONS)[number];

export function getCustomerExecutions(
  row: Readonly<Record<`customer_executions_${Environment}`, CustomerExecutions | null>>,
  environment: Environment,
): CustomerExecutions {
  const chosen = environment === "test" ? row.customer_executions_test : row.customer_executions_production;
  return chosen ?? "results";
}
