import type { NodeTexts } from "../node.ts";

/** The texts of `wait_for_webhook`. */
export const waitForWebhookTexts: NodeTexts = {
  en: {
    title: "Wait for a webhook",
    help: "Waits until someone posts to its own URL",
    keywords: ["callback", "resume"],
    settings: {
      wait_ms: { name: "Time limit", help: "In milliseconds; empty: 7 days." },
    },
  },
  de: {
    title: "Auf einen Webhook warten",
    help: "Wartet auf eine Anfrage an eine eigene Adresse",
    keywords: ["rückruf", "fortsetzen"],
    settings: {
      wait_ms: { name: "Zeitlimit", help: "In Millisekunden; leer: 7 Tage." },
    },
  },
  fr: {
    title: "Attendre un webhook",
    help: "Attend une requête à sa propre adresse",
    keywords: ["rappel", "reprendre"],
    settings: {
      wait_ms: { name: "Délai", help: "En millisecondes ; vide : 7 jours." },
    },
  },
  es: {
    title: "Esperar un webhook",
    help: "Espera una solicitud en su propia dirección",
    keywords: ["devolución de llamada", "reanudar"],
    settings: {
      wait_ms: { name: "Límite de tiempo", help: "En milisegundos; vacío: 7 días." },
    },
  },
  ja: {
    title: "Webhookを待つ",
    help: "専用のアドレスへのリクエストを待ちます",
    keywords: ["コールバック", "再開"],
    settings: {
      wait_ms: { name: "制限時間", help: "ミリ秒。空なら 7 日。" },
    },
  },
};
