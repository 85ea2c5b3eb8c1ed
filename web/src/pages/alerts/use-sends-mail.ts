import { useRead } from "../../api/use-api.ts";

/** Whether the server sends mail; undefined until that is known. */
export function useSendsMail(): boolean | undefined {
  return useRead("/api/v2/public/operator-session/methods", {}).data?.reset;
}
