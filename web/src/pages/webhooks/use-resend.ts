import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSend } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { RENEWED, type WebhookDelivery } from "./webhook.ts";

const AT_ONCE = 6;

/** Sends chosen deliveries again, a few at a time; reports how many, and why others were refused. */
export function useResend() {
  const environment = useEnvironment();
  const send = useSend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (deliveries: readonly WebhookDelivery[]) => {
      const left = [...deliveries];
      const refusals: unknown[] = [];
      const sendNext = async (): Promise<void> => {
        const next = left.shift();
        if (!next) return;
        const path = { id: next.webhook_id, delivery_id: next._id };
        await send("post", "/api/v2/public/webhook/{id}/deliveries/{delivery_id}/resend", { path }).catch(
          (error: unknown) => refusals.push(error),
        );
        return sendNext();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
      return { sent: deliveries.length - refusals.length, refusals };
    },
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [of, read] }) =>
          of === environment && typeof read === "string" && RENEWED.some((path) => read.startsWith(path)),
      }),
  });
}
