import type { NodeTexts } from "../node.ts";

/** The texts of `terminate`. */
export const terminateTexts: NodeTexts = {
  en: {
    title: "Terminate",
    help: "Ends the execution",
    keywords: ["stop", "fail", "exit", "end"],
    settings: {
      status: { name: "Ends as", choices: { completed: "Completed", failed: "Failed" } },
      message: { name: "Reason", help: "The error message of a failed execution." },
      response: { name: "Result", help: "What the execution returns." },
    },
  },
  de: {
    title: "Beenden",
    help: "Beendet die Ausführung",
    keywords: ["stopp", "abbruch", "ende"],
    settings: {
      status: { name: "Endet als", choices: { completed: "Abgeschlossen", failed: "Fehlgeschlagen" } },
      message: { name: "Grund", help: "Die Fehlermeldung einer fehlgeschlagenen Ausführung." },
      response: { name: "Ergebnis", help: "Was die Ausführung zurückgibt." },
    },
  },
  fr: {
    title: "Fin",
    help: "Met fin à l’exécution",
    keywords: ["arrêter", "échec", "fin"],
    settings: {
      status: { name: "Se termine comme", choices: { completed: "Terminée", failed: "Échouée" } },
      message: { name: "Raison", help: "Le message d’erreur d’une exécution échouée." },
      response: { name: "Résultat", help: "Ce que l’exécution renvoie." },
    },
  },
  es: {
    title: "Terminar",
    help: "Termina la ejecución",
    keywords: ["detener", "fallo", "fin"],
    settings: {
      status: { name: "Termina como", choices: { completed: "Completada", failed: "Fallida" } },
      message: { name: "Motivo", help: "El mensaje de error de una ejecución fallida." },
      response: { name: "Resultado", help: "Lo que devuelve la ejecución." },
    },
  },
  ja: {
    title: "終了",
    help: "実行を終了します",
    keywords: ["停止", "失敗", "終了"],
    settings: {
      status: { name: "終了の種類", choices: { completed: "完了", failed: "失敗" } },
      message: { name: "理由", help: "失敗した実行のエラーメッセージ。" },
      response: { name: "結果", help: "実行が返す値。" },
    },
  },
};
