import type { NodeTexts } from "../node.ts";

/** The texts of `response`. */
export const responseTexts: NodeTexts = {
  en: {
    title: "Response",
    help: "Sets the reply to a synchronous call",
    keywords: ["return", "reply", "respond", "answer"],
    settings: {
      status: { name: "Status", help: "HTTP status of the reply." },
      headers: { name: "Headers", help: "Headers without a value are omitted." },
      body: { name: "Body", help: "Any value, with expressions in it." },
    },
  },
  de: {
    title: "Antwort",
    help: "Antwortet dem Aufrufer",
    keywords: ["rückgabe", "antworten", "ergebnis"],
    settings: {
      status: { name: "Status", help: "HTTP-Status der Antwort." },
      headers: { name: "Kopfzeilen", help: "Solche ohne Wert werden weggelassen." },
      body: { name: "Inhalt", help: "Ein beliebiger Wert mit Ausdrücken." },
    },
  },
  fr: {
    title: "Réponse",
    help: "Répond à l’appelant",
    keywords: ["retour", "répondre", "résultat"],
    settings: {
      status: { name: "Statut", help: "Statut HTTP de la réponse." },
      headers: { name: "En-têtes", help: "Ceux sans valeur sont omis." },
      body: { name: "Corps", help: "N’importe quelle valeur, avec des expressions." },
    },
  },
  es: {
    title: "Respuesta",
    help: "Responde a quien llama",
    keywords: ["devolver", "responder", "resultado"],
    settings: {
      status: { name: "Estado", help: "Estado HTTP de la respuesta." },
      headers: { name: "Cabeceras", help: "Se omiten las que no tienen valor." },
      body: { name: "Cuerpo", help: "Cualquier valor, con expresiones." },
    },
  },
  ja: {
    title: "応答",
    help: "呼び出し元に応答します",
    keywords: ["返す", "返信", "結果"],
    settings: {
      status: { name: "ステータス", help: "応答の HTTP ステータス。" },
      headers: { name: "ヘッダー", help: "値のないものは送られません。" },
      body: { name: "本文", help: "式を含む任意の値。" },
    },
  },
};
