import type { NodeTexts } from "../node.ts";

/** The texts of `sub_flow`. */
export const subFlowTexts: NodeTexts = {
  en: {
    title: "Workflow",
    help: "Runs another workflow and waits for its result",
    keywords: ["sub-flow", "subworkflow", "call"],
    settings: {
      workflow: { name: "Workflow", help: "A published workflow that the customer may run." },
      input: { name: "Input", help: "What that workflow gets as `input`." },
    },
  },
  de: {
    title: "Workflow",
    help: "Führt einen anderen Workflow aus und wartet auf ihn",
    keywords: ["unterworkflow", "aufrufen"],
    settings: {
      workflow: { name: "Workflow", help: "Ein veröffentlichter Workflow, den der Kunde ausführen darf." },
      input: { name: "Eingabe", help: "Was der Workflow als `input` erhält." },
    },
  },
  fr: {
    title: "Workflow",
    help: "Exécute un autre workflow et attend sa fin",
    keywords: ["sous-workflow", "appeler"],
    settings: {
      workflow: { name: "Workflow", help: "Un workflow publié que le client peut exécuter." },
      input: { name: "Entrée", help: "Ce que ce workflow reçoit comme `input`." },
    },
  },
  es: {
    title: "Flujo de trabajo",
    help: "Ejecuta otro flujo de trabajo y espera a que termine",
    keywords: ["subflujo", "llamar"],
    settings: {
      workflow: { name: "Flujo", help: "Un flujo publicado que el cliente puede ejecutar." },
      input: { name: "Entrada", help: "Lo que ese flujo recibe como `input`." },
    },
  },
  ja: {
    title: "ワークフロー",
    help: "別のワークフローを実行し、終わるまで待ちます",
    keywords: ["サブワークフロー", "呼び出し"],
    settings: {
      workflow: { name: "ワークフロー", help: "顧客が実行できる公開済みワークフロー。" },
      input: { name: "入力", help: "そのワークフローが `input` として受け取る値。" },
    },
  },
};
