import { tell } from "../../../parts/forms/confirm.tsx";
import { EDITOR } from "../../../words/workflows/editor.ts";
import { firstWay, waysFrom } from "./document/branches.ts";
import { copyText, paste } from "./document/clipboard.ts";
import {
  addNode,
  type CanvasPoint,
  canConnect,
  connect,
  type EdgeSource,
  getNode,
  insertInto,
  move,
  type NewStep,
  newNode,
  placeAfter,
  remove,
} from "./document/document.ts";
import { placedByLayout, STEP_WIDTH } from "./document/place.ts";
import { type Editor, selectedNode } from "./use-editor.ts";

/** Where a new step goes: after a branch, into an edge, or to a point alone. */
export interface StepPlace {
  readonly from?: EdgeSource;
  readonly edge?: string;
  readonly at?: CanvasPoint;
}

const ASIDE = 40;

/** Commands for steps, for mouse and keyboard alike, announced to screen readers. */
export function getCommands(editor: Editor) {
  const { document, selected, change, leadTo, say } = editor;
  const nameOf = (id: string) => getNode(document, id)?.name ?? id;
  const chosen = document.nodes.filter(({ id }) => selected.has(id)).map(({ id }) => id);

  function add(step: NewStep, place: StepPlace): void {
    const { from, edge, at } = place;
    const source = getNode(document, from?.source);
    const node = newNode(document, step, at ?? placeAfter(document, source, STEP_WIDTH));
    const onward = firstWay(node, { edges: [], types: document.types }) ?? null;
    change((before) => (edge ? insertInto(before, edge, node, onward) : addNode(before, node, from)), {
      said: source ? EDITOR.addedAfter({ name: node.name, after: source.name }) : EDITOR.added(node),
      select: [node.id],
    });
    leadTo(node.id);
  }

  function draw(edge: EdgeSource & { readonly target: string }): void {
    if (!canConnect(document, edge)) say(EDITOR.cannotConnect);
    const ends = { from: nameOf(edge.source), to: nameOf(edge.target) };
    const branch = edge.sourceHandle;
    change((before) => connect(before, edge), {
      said: branch === null ? EDITOR.connected(ends) : EDITOR.connectedOn({ ...ends, branch }),
    });
  }

  function removeAll(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    const [first] = ids;
    const next = document.edges.find(({ target }) => ids.has(target) && target === first)?.source;
    change((before) => remove(before, ids), {
      said: EDITOR.removed({ count: ids.size }),
      select: next && !ids.has(next) ? [next] : [],
    });
    if (next && !ids.has(next)) leadTo(next);
  }

  function pasteText(text: string, at?: CanvasPoint): void {
    const pasted = paste(document, text, at ?? below(editor));
    if ("problem" in pasted) {
      tell(EDITOR.pasteProblems[pasted.problem]);
      return;
    }
    change(() => pasted.document, { said: EDITOR.pasted({ count: pasted.ids.length }), select: pasted.ids });
    const [first] = pasted.ids;
    if (first !== undefined) leadTo(first);
  }

  return {
    add,
    draw,
    pasteText,
    remove: () => removeAll(selected),
    removeOne: (id: string) => removeAll(new Set([id])),
    /** The clipboard text of the selection; undefined if no step is selected. */
    copy: () => (chosen.length === 0 ? undefined : copyText(document, new Set(chosen))),
    duplicate: () => {
      const copied = new Set(
        document.nodes.filter(({ id, type }) => selected.has(id) && type !== "start").map(({ id }) => id),
      );
      const [first] = document.nodes.filter(({ id }) => copied.has(id));
      if (!first) return;
      const { x, y } = first.position;
      pasteText(copyText(document, copied), { x: x + STEP_WIDTH + ASIDE, y });
    },
    layOut: () => change((before) => move(before, placedByLayout(before)), { said: EDITOR.laidOut }),
    /** Where a step goes that is added after the selected one: into its edge, if it has one already. */
    placeOfNext: (): StepPlace => {
      const node = selectedNode(editor) ?? document.nodes.at(-1);
      const way = node && firstWay(node, document);
      if (!node || way === undefined) return {};
      const onward = document.edges.filter(
        ({ source, sourceHandle }) => source === node.id && sourceHandle === way,
      );
      const [edge] = onward;
      if (edge && onward.length === 1 && waysFrom(node, document).length === 1) return { edge: edge.id };
      return { from: { source: node.id, sourceHandle: way } };
    },
  };
}

/** What may be done with steps. */
export type Commands = ReturnType<typeof getCommands>;

/** Below everything, where nothing is covered. */
function below({ document: { nodes } }: Editor): CanvasPoint {
  const left = Math.min(...nodes.map(({ position }) => position.x));
  const bottom = Math.max(...nodes.map(({ position }) => position.y));
  return nodes.length === 0 ? { x: 0, y: 0 } : { x: left, y: bottom + STEP_WIDTH / 2 };
}
