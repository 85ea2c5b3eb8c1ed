import { defineCounter } from "../platform/metrics/metrics.ts";

/** Mails that will not be tried again. */
export const MAILS = defineCounter({
  name: "junctor_mails_total",
  about:
    "Mails that ended in this process: sent, refused by the mail server, or expired before they could be sent.",
  labels: ["outcome"],
});
