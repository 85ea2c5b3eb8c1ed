import type { NodeTexts } from "../node.ts";

/** The texts of `start`. */
export const startTexts: NodeTexts = {
  en: { title: "Start", help: "Starts the workflow" },
  de: { title: "Start", help: "Startet den Workflow" },
  fr: { title: "Début", help: "Démarre le workflow" },
  es: { title: "Inicio", help: "Inicia el flujo de trabajo" },
  ja: { title: "開始", help: "ワークフローを開始します" },
};
