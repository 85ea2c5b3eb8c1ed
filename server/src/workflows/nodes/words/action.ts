import type { NodeTexts } from "../node.ts";

/** The texts of `action`. */
export const actionTexts: NodeTexts = {
  en: {
    title: "App action",
    help: "Runs an action of an application; choose it in the settings",
    keywords: ["app", "integration", "connector"],
  },
  de: {
    title: "Aktion einer Anwendung",
    help: "Führt eine Aktion einer Anwendung aus; Sie wählen sie in den Einstellungen",
    keywords: ["app", "integration", "anbindung"],
  },
  fr: {
    title: "Action d’une application",
    help: "Exécute une action d’une application, à choisir dans les paramètres",
    keywords: ["app", "intégration", "connecteur"],
  },
  es: {
    title: "Acción de una aplicación",
    help: "Ejecuta una acción de una aplicación; elíjala en los ajustes",
    keywords: ["app", "integración", "conector"],
  },
  ja: {
    title: "アプリのアクション",
    help: "アプリのアクションを実行します。アクションは設定で選択します",
    keywords: ["アプリ", "連携", "コネクター"],
  },
};
