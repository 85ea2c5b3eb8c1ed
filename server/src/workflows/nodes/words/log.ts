import type { NodeTexts } from "../node.ts";

/** The texts of `log`. */
export const logTexts: NodeTexts = {
  en: {
    title: "Log",
    help: "Writes a line to the log",
    keywords: ["debug", "print", "console"],
    settings: {
      message: { name: "Message", help: "Values other than text are written as JSON." },
      level: { name: "Severity", choices: { debug: "Debug", info: "Info", warn: "Warning", error: "Error" } },
      data: { name: "Data", help: "Written after the message, as JSON." },
    },
  },
  de: {
    title: "Protokoll",
    help: "Schreibt eine Zeile ins Protokoll",
    keywords: ["debug", "ausgabe", "konsole"],
    settings: {
      message: { name: "Nachricht", help: "Andere Werte als Text werden als JSON geschrieben." },
      level: {
        name: "Wichtigkeit",
        choices: { debug: "Debug", info: "Info", warn: "Warnung", error: "Fehler" },
      },
      data: { name: "Daten", help: "Wird nach der Nachricht als JSON geschrieben." },
    },
  },
  fr: {
    title: "Journal",
    help: "Écrit une ligne dans le journal",
    keywords: ["débogage", "afficher", "console"],
    settings: {
      message: { name: "Message", help: "Les valeurs autres que du texte sont écrites en JSON." },
      level: {
        name: "Gravité",
        choices: { debug: "Débogage", info: "Information", warn: "Avertissement", error: "Erreur" },
      },
      data: { name: "Données", help: "Écrites après le message, en JSON." },
    },
  },
  es: {
    title: "Registro",
    help: "Escribe una línea en el registro",
    keywords: ["depurar", "imprimir", "consola"],
    settings: {
      message: { name: "Mensaje", help: "Los valores que no son texto se escriben como JSON." },
      level: {
        name: "Gravedad",
        choices: { debug: "Depuración", info: "Información", warn: "Advertencia", error: "Error" },
      },
      data: { name: "Datos", help: "Se escriben después del mensaje, como JSON." },
    },
  },
  ja: {
    title: "ログ",
    help: "ログに1行書き込みます",
    keywords: ["デバッグ", "出力", "コンソール"],
    settings: {
      message: { name: "メッセージ", help: "テキスト以外の値は JSON で書かれます。" },
      level: { name: "重要度", choices: { debug: "デバッグ", info: "情報", warn: "警告", error: "エラー" } },
      data: { name: "データ", help: "メッセージの後に JSON で書かれます。" },
    },
  },
};
