import type { NodeTexts } from "../node.ts";

/** The texts of `http`. */
export const httpTexts: NodeTexts = {
  en: {
    title: "HTTP request",
    help: "Sends an HTTP request to any address",
    keywords: ["api", "fetch", "rest", "url", "webhook"],
    settings: {
      url: { name: "URL", help: "Expressions are encoded, except at the very beginning." },
      method: { name: "Method" },
      headers: { name: "Headers", help: "Headers without a value are omitted." },
      query: { name: "Query parameters", help: "Parameters without a value are omitted." },
      body: { name: "Body", help: "Text is sent unchanged, a file as its bytes, anything else as JSON." },
      multipart: { name: "Form with files", help: "Instead of a body: files, texts, or lists of these." },
      timeout_ms: { name: "Time limit", help: "How long to wait for the response, in milliseconds." },
    },
  },
  de: {
    title: "HTTP-Anfrage",
    help: "Ruft eine beliebige Adresse auf",
    keywords: ["api", "abruf", "rest", "url", "webhook"],
    settings: {
      url: { name: "URL", help: "Ausdrücke werden kodiert, außer ganz am Anfang." },
      method: { name: "Methode" },
      headers: { name: "Kopfzeilen", help: "Solche ohne Wert werden weggelassen." },
      query: { name: "Parameter der Adresse", help: "Solche ohne Wert werden weggelassen." },
      body: {
        name: "Inhalt",
        help: "Text wird unverändert gesendet, eine Datei als ihre Bytes, alles andere als JSON.",
      },
      multipart: {
        name: "Formular mit Dateien",
        help: "Statt eines Inhalts: Dateien, Texte oder Listen davon.",
      },
      timeout_ms: { name: "Zeitlimit", help: "Wie lange auf die Antwort gewartet wird, in Millisekunden." },
    },
  },
  fr: {
    title: "Requête HTTP",
    help: "Appelle n’importe quelle adresse",
    keywords: ["api", "appel", "rest", "url", "webhook"],
    settings: {
      url: { name: "URL", help: "Les expressions sont encodées, sauf tout au début." },
      method: { name: "Méthode" },
      headers: { name: "En-têtes", help: "Ceux sans valeur sont omis." },
      query: { name: "Paramètres de l’URL", help: "Ceux sans valeur sont omis." },
      body: {
        name: "Corps",
        help: "Un texte est envoyé tel quel, un fichier comme ses octets, le reste en JSON.",
      },
      multipart: {
        name: "Formulaire avec fichiers",
        help: "À la place d’un corps : fichiers, textes ou listes de ceux-ci.",
      },
      timeout_ms: { name: "Délai", help: "Temps d’attente de la réponse, en millisecondes." },
    },
  },
  es: {
    title: "Solicitud HTTP",
    help: "Llama a cualquier dirección",
    keywords: ["api", "llamada", "rest", "url", "webhook"],
    settings: {
      url: { name: "URL", help: "Las expresiones se codifican, salvo al comienzo." },
      method: { name: "Método" },
      headers: { name: "Cabeceras", help: "Se omiten las que no tienen valor." },
      query: { name: "Parámetros de la URL", help: "Se omiten los que no tienen valor." },
      body: {
        name: "Cuerpo",
        help: "El texto se envía sin cambios, un archivo como sus bytes y lo demás como JSON.",
      },
      multipart: {
        name: "Formulario con archivos",
        help: "En lugar de un cuerpo: archivos, textos o listas de ellos.",
      },
      timeout_ms: { name: "Límite de tiempo", help: "Cuánto se espera la respuesta, en milisegundos." },
    },
  },
  ja: {
    title: "HTTPリクエスト",
    help: "任意のアドレスを呼び出します",
    keywords: ["api", "呼び出し", "rest", "url", "webhook"],
    settings: {
      url: { name: "URL", help: "式は、先頭のものを除いてエンコードされます。" },
      method: { name: "メソッド" },
      headers: { name: "ヘッダー", help: "値のないものは送られません。" },
      query: { name: "クエリパラメーター", help: "値のないものは送られません。" },
      body: { name: "本文", help: "テキストはそのまま、ファイルは内容のまま、その他は JSON で送られます。" },
      multipart: {
        name: "ファイル付きフォーム",
        help: "本文の代わり：ファイル、テキスト、またはそのリスト。",
      },
      timeout_ms: { name: "制限時間", help: "応答を待つ時間（ミリ秒）。" },
    },
  },
};
