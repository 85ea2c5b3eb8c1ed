import type { NodeTexts } from "../node.ts";

/** The texts of `ai_code_executor`. */
export const aiCodeExecutorTexts: NodeTexts = {
  en: {
    title: "Code",
    help: "Runs JavaScript in a sandbox",
    keywords: ["script", "function", "js", "javascript"],
    settings: {
      prompt: { name: "What the code should do", help: "If there is no code, it is written from this." },
      params: { name: "Values for the code", help: "The code reads them as `params`." },
      timeout_ms: { name: "Time limit", help: "In milliseconds; at most 5 seconds of it CPU time." },
    },
  },
  de: {
    title: "Code",
    help: "Führt JavaScript in einer abgeschotteten Umgebung aus",
    keywords: ["skript", "funktion", "js", "javascript"],
    settings: {
      prompt: { name: "Was der Code tun soll", help: "Ohne Code wird er daraus geschrieben." },
      params: { name: "Werte für den Code", help: "Der Code liest sie als `params`." },
      timeout_ms: { name: "Zeitlimit", help: "In Millisekunden; davon höchstens 5 Sekunden Rechenzeit." },
    },
  },
  fr: {
    title: "Code",
    help: "Exécute du JavaScript dans un environnement isolé",
    keywords: ["script", "fonction", "js", "javascript"],
    settings: {
      prompt: { name: "Ce que le code doit faire", help: "Sans code, il est écrit à partir de ceci." },
      params: { name: "Valeurs pour le code", help: "Le code les lit dans `params`." },
      timeout_ms: { name: "Délai", help: "En millisecondes, dont au plus 5 secondes de calcul." },
    },
  },
  es: {
    title: "Código",
    help: "Ejecuta JavaScript en un entorno aislado",
    keywords: ["script", "función", "js", "javascript"],
    settings: {
      prompt: { name: "Qué debe hacer el código", help: "Si no hay código, se escribe a partir de esto." },
      params: { name: "Valores para el código", help: "El código los lee como `params`." },
      timeout_ms: { name: "Límite de tiempo", help: "En milisegundos; como máximo 5 segundos de cálculo." },
    },
  },
  ja: {
    title: "コード",
    help: "JavaScriptを隔離された環境で実行します",
    keywords: ["スクリプト", "関数", "js", "javascript"],
    settings: {
      prompt: { name: "コードにさせたいこと", help: "コードがない場合、ここから書かれます。" },
      params: { name: "コードに渡す値", help: "コードは `params` として読みます。" },
      timeout_ms: { name: "制限時間", help: "ミリ秒。うち計算は最大 5 秒。" },
    },
  },
};
