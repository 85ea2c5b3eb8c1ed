import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../../api/session.ts";

/** Who decides, for the log. */
export function useDecider(): string | undefined {
  const { data: session } = useQuery(sessionQuery);
  return session?.operator.name || session?.operator.email;
}
