import { EXECUTION, STEP_STATES } from "../execution.ts";
import { EXECUTION_STATES } from "../executions.ts";
import { CHANGES } from "../parts/changes.ts";
import { LOCALE } from "../parts/locale.ts";
import { PARTS } from "../parts/parts.ts";
import { EDITOR, EDITOR_SHORTCUTS, TEST_PANEL, TRIGGERS } from "../workflows/editor.ts";
import { EDITOR_VERSIONS } from "../workflows/editor-versions.ts";
import { PUBLISHING } from "../workflows/publishing.ts";
import { STEP_SETTINGS } from "../workflows/step-settings.ts";
import { WORKFLOW_GRAPH } from "../workflows/workflow-graph.ts";
import { WORKFLOWS } from "../workflows/workflows.ts";
import type { Translated } from "./apply.ts";

/** The English texts of the customers' editor. */
export const WORDS = {
  LOCALE,
  EDITOR,
  EDITOR_SHORTCUTS,
  EDITOR_VERSIONS,
  TRIGGERS,
  TEST_PANEL,
  STEP_SETTINGS,
  WORKFLOW_GRAPH,
  EXECUTION_STATES,
  STEP_STATES,
  EXECUTION,
  CHANGES,
  PARTS,
  WORKFLOWS,
  PUBLISHING,
};

export type CustomerWords = Translated<typeof WORDS>;
