import type { TestWhen } from "../file/schema.ts";
import { getAccount, isCalled, type RunningTest } from "./running-test.ts";

/** Why no execution of a workflow started, as far as that is known: a sentence, or nothing. */
export function describeMissing(run: RunningTest, named: string, when: TestWhen | undefined): string {
  const workflow = run.workflows.find((one) => isCalled(one, named));
  if (!workflow) {
    const known = run.workflows.map(({ alias, name }) => alias ?? name).join(", ") || "none";
    return `The configuration has no workflow of this name, but: ${known}.`;
  }
  const { slug, isPublished, events } = workflow;
  if (!isPublished) return "It is not published.";
  if (when?.event === undefined) return "";
  if (!events.includes(when.event))
    return `It does not start with "${when.event}", but with: ${events.join(", ") || "no event"}.`;
  const account = getAccount(run, when.account);
  const config = run.given.accounts?.[account]?.configs?.[slug ?? ""];
  const isOn = Object.keys(config?.workflows ?? {}).some((one) => isCalled(workflow, one));
  return slug === null || isOn ? "" : `It is not switched on in a config of ${account} for ${slug}.`;
}
