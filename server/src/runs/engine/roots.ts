import type { Json } from "../../platform/json/json.ts";
import type { Roots } from "../../workflows/definition/expressions.ts";
import { buildStepLinks } from "../signals/links.ts";
import { type Frame, findStepState, type Progress } from "./progress.ts";

/**
 * What expressions of a frame can read (platform-surface 3.13): user fields but no credentials of the
 * account.
 */
export function buildRoots(progress: Progress, frame: Frame): Roots {
  const { run } = progress;
  const { ofApplication, ofWorkflow } = progress.passwords.opened();
  return {
    input: run.input,
    node: outputsOf(progress, frame),
    linked_account: {
      account_id: run.account.accountId,
      name: run.accountName,
      udf: Object.fromEntries(run.udf.map(({ key_name, key_value }) => [key_name, key_value])),
    },
    config: {
      ...run.settings.fields,
      ...ofApplication,
      ...run.settings.workflowFields,
      ...ofWorkflow,
    },
    instance_meta_data: {
      instance_id: run.id,
      config_id: run.config_id,
      event_name: run.event_name ?? run.source,
      instance_created_time: run.created_at.toISOString(),
      request: run.settings.request ? { ...run.settings.request } : null,
    },
    loop: frame.loop,
    links: linksIn(progress, frame),
  };
}

/** Links of nodes by their ids: of the loop's item, and of the frames around it. */
function linksIn(progress: Progress, { region, prefix, parent }: Frame): Record<string, Json> {
  const nodes = [...region.nodes.values()].map(({ node }) => node);
  const own = buildStepLinks(progress.deps, progress.run.id, nodes, prefix);
  return parent ? { ...linksIn(progress, parent), ...own } : own;
}

/** Outputs by node id: those of the loop's item, and those of the frames around it. */
function outputsOf(progress: Progress, frame: Frame): Record<string, Json> {
  const outputs: Record<string, Json> = Object.create(null);
  if (frame.parent) Object.assign(outputs, outputsOf(progress, frame.parent));
  for (const id of frame.region.nodes.keys()) {
    const step = findStepState(progress, frame, id);
    if (
      step &&
      (step.status === "Success" || step.status === "Rejected" || step.status === "Errored_and_Skipped")
    )
      outputs[id] = step.output;
  }
  return outputs;
}
